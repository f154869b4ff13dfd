#if GIF
    import WebImageCoding
    import WebImageGIF

    /// What the trait GIF brings.
    enum InstalledGIF {
        static let decoders: [any ImageDecoder] = [GIFDecoder()]
        static let encoders: [any ImageEncoder] = [GIFEncoder()]
    }
#else
    import WebImageCoding

    /// What the trait GIF brings: nothing, it is off.
    enum InstalledGIF {
        static let decoders: [any ImageDecoder] = []
        static let encoders: [any ImageEncoder] = []
    }
#endif
