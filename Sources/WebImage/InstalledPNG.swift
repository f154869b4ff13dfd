#if PNG
    import WebImageCoding
    import WebImagePNG

    /// What the trait PNG brings.
    enum InstalledPNG {
        static let decoders: [any ImageDecoder] = [PNGDecoder()]
        static let encoders: [any ImageEncoder] = [PNGEncoder(), APNGEncoder()]
    }
#else
    import WebImageCoding

    /// What the trait PNG brings: nothing, it is off.
    enum InstalledPNG {
        static let decoders: [any ImageDecoder] = []
        static let encoders: [any ImageEncoder] = []
    }
#endif
