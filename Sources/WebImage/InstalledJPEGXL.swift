#if JPEGXL
    import WebImageCoding

    /// What the trait JPEGXL brings.
    enum InstalledJPEGXL {
        static let decoders: [any ImageDecoder] = []
        static let encoders: [any ImageEncoder] = []
    }
#else
    import WebImageCoding

    /// What the trait JPEGXL brings: nothing, it is off.
    enum InstalledJPEGXL {
        static let decoders: [any ImageDecoder] = []
        static let encoders: [any ImageEncoder] = []
    }
#endif
