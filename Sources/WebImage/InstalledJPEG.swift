#if JPEG
    import WebImageCoding
    import WebImageJPEG

    /// What the trait JPEG brings.
    enum InstalledJPEG {
        static let decoders: [any ImageDecoder] = [JPEGDecoder()]
        static let encoders: [any ImageEncoder] = [JPEGEncoder()]
    }
#else
    import WebImageCoding

    /// What the trait JPEG brings: nothing, it is off.
    enum InstalledJPEG {
        static let decoders: [any ImageDecoder] = []
        static let encoders: [any ImageEncoder] = []
    }
#endif
