#if JPEGXL
    import WebImageCoding
    import WebImageJPEGXL

    /// The codecs of the trait JPEGXL.
    enum InstalledJPEGXL {
        static let decoders: [any ImageDecoder] = [JPEGXLDecoder()]
        static let encoders: [any ImageEncoder] = [JPEGXLEncoder()]
    }
#else
    import WebImageCoding

    /// The codecs of the trait JPEGXL: none, it is off.
    enum InstalledJPEGXL {
        static let decoders: [any ImageDecoder] = []
        static let encoders: [any ImageEncoder] = []
    }
#endif
