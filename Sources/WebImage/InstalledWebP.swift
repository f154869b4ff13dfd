#if WebP
    import WebImageCoding
    import WebImageWebP

    /// What the trait WebP brings.
    enum InstalledWebP {
        static let decoders: [any ImageDecoder] = [WebPDecoder()]
        static let encoders: [any ImageEncoder] = [WebPEncoder()]
    }
#else
    import WebImageCoding

    /// What the trait WebP brings: nothing, it is off.
    enum InstalledWebP {
        static let decoders: [any ImageDecoder] = []
        static let encoders: [any ImageEncoder] = []
    }
#endif
