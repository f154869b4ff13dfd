#if GIF
    import WebImageCoding
    import WebImageGIF

    /// The codecs of the trait GIF.
    enum InstalledGIF {
        static let decoders: [any ImageDecoder] = [GIFDecoder()]
        static let encoders: [any ImageEncoder] = [GIFEncoder()]
    }
#else
    import WebImageCoding

    /// The codecs of the trait GIF: none, it is off.
    enum InstalledGIF {
        static let decoders: [any ImageDecoder] = []
        static let encoders: [any ImageEncoder] = []
    }
#endif
