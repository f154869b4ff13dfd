#if JPEGXL
    import WebImageCoding
    import WebImageJPEGXL

    /// What the trait JPEGXL brings.
    enum InstalledJPEGXL {
        static let decoders: [any ImageDecoder] = [JPEGXLDecoder()]
        static let encoders: [any ImageEncoder] = [JPEGXLEncoder()]
    }
#else
    import WebImageCoding

    /// What the trait JPEGXL brings: nothing, it is off.
    enum InstalledJPEGXL {
        static let decoders: [any ImageDecoder] = []
        static let encoders: [any ImageEncoder] = []
    }
#endif
