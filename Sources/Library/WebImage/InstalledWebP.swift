#if WebP
    import WebImageCoding
    import WebImageWebP

    /// The codecs of the trait WebP.
    enum InstalledWebP {
        static let decoders: [any ImageDecoder] = [WebPDecoder()]
        static let encoders: [any ImageEncoder] = [WebPEncoder()]
    }
#else
    import WebImageCoding

    /// The codecs of the trait WebP: none, it is off.
    enum InstalledWebP {
        static let decoders: [any ImageDecoder] = []
        static let encoders: [any ImageEncoder] = []
    }
#endif
