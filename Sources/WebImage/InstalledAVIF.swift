#if AVIF
    import WebImageCoding

    /// What the trait AVIF brings.
    enum InstalledAVIF {
        static let decoders: [any ImageDecoder] = []
        static let encoders: [any ImageEncoder] = []
    }
#else
    import WebImageCoding

    /// What the trait AVIF brings: nothing, it is off.
    enum InstalledAVIF {
        static let decoders: [any ImageDecoder] = []
        static let encoders: [any ImageEncoder] = []
    }
#endif
