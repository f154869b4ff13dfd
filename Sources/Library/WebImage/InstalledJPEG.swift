#if JPEG
    import WebImageCoding
    import WebImageJPEG

    /// The codecs of the trait JPEG.
    enum InstalledJPEG {
        static let decoders: [any ImageDecoder] = [JPEGDecoder()]
        static let encoders: [any ImageEncoder] = [JPEGEncoder()]
    }
#else
    import WebImageCoding

    /// The codecs of the trait JPEG: none, it is off.
    enum InstalledJPEG {
        static let decoders: [any ImageDecoder] = []
        static let encoders: [any ImageEncoder] = []
    }
#endif
