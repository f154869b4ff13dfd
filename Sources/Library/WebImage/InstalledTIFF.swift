#if TIFF
    import WebImageCoding
    import WebImageTIFF

    /// The codecs of the trait TIFF.
    enum InstalledTIFF {
        static let decoders: [any ImageDecoder] = [TIFFDecoder()]
        static let encoders: [any ImageEncoder] = [TIFFEncoder()]
    }
#else
    import WebImageCoding

    /// The codecs of the trait TIFF: none, it is off.
    enum InstalledTIFF {
        static let decoders: [any ImageDecoder] = []
        static let encoders: [any ImageEncoder] = []
    }
#endif
