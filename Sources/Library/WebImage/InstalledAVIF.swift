#if AVIF
    import WebImageAVIF
    import WebImageCoding

    /// The codecs of the trait AVIF.
    enum InstalledAVIF {
        static let decoders: [any ImageDecoder] = [AVIFDecoder()]
        static let encoders: [any ImageEncoder] = [AVIFEncoder()]
    }
#else
    import WebImageCoding

    /// The codecs of the trait AVIF: none, it is off.
    enum InstalledAVIF {
        static let decoders: [any ImageDecoder] = []
        static let encoders: [any ImageEncoder] = []
    }
#endif
