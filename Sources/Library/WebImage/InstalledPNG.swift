#if PNG
    import WebImageCoding
    import WebImagePNG

    /// The codecs of the trait PNG.
    enum InstalledPNG {
        static let decoders: [any ImageDecoder] = [PNGDecoder()]
        static let encoders: [any ImageEncoder] = [PNGEncoder(), APNGEncoder()]
    }
#else
    import WebImageCoding

    /// The codecs of the trait PNG: none, it is off.
    enum InstalledPNG {
        static let decoders: [any ImageDecoder] = []
        static let encoders: [any ImageEncoder] = []
    }
#endif
