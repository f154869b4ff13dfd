#if HEIF
    import WebImageCoding
    import WebImageHEIF

    /// What the trait HEIF brings.
    enum InstalledHEIF {
        static let decoders: [any ImageDecoder] = [HEIFDecoder()]
        static let encoders: [any ImageEncoder] = [HEIFEncoder()]
    }
#else
    import WebImageCoding

    /// What the trait HEIF brings: nothing, it is off.
    enum InstalledHEIF {
        static let decoders: [any ImageDecoder] = []
        static let encoders: [any ImageEncoder] = []
    }
#endif
