#if HEIF
    import WebImageCoding
    import WebImageHEIF

    /// The codecs of the trait HEIF.
    enum InstalledHEIF {
        static let decoders: [any ImageDecoder] = [HEIFDecoder()]
        static let encoders: [any ImageEncoder] = [HEIFEncoder()]
    }
#else
    import WebImageCoding

    /// The codecs of the trait HEIF: none, it is off.
    enum InstalledHEIF {
        static let decoders: [any ImageDecoder] = []
        static let encoders: [any ImageEncoder] = []
    }
#endif
