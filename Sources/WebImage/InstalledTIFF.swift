#if TIFF
    import WebImageCoding
    import WebImageTIFF

    /// What the trait TIFF brings.
    enum InstalledTIFF {
        static let decoders: [any ImageDecoder] = [TIFFDecoder()]
        static let encoders: [any ImageEncoder] = [TIFFEncoder()]
    }
#else
    import WebImageCoding

    /// What the trait TIFF brings: nothing, it is off.
    enum InstalledTIFF {
        static let decoders: [any ImageDecoder] = []
        static let encoders: [any ImageEncoder] = []
    }
#endif
