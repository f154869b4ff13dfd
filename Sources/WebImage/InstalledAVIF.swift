#if AVIF
    import WebImageAVIF
    import WebImageCoding

    /// What the trait AVIF brings.
    enum InstalledAVIF {
        static let decoders: [any ImageDecoder] = [AVIFDecoder()]
        static let encoders: [any ImageEncoder] = [AVIFEncoder()]
    }
#else
    import WebImageCoding

    /// What the trait AVIF brings: nothing, it is off.
    enum InstalledAVIF {
        static let decoders: [any ImageDecoder] = []
        static let encoders: [any ImageEncoder] = []
    }
#endif
