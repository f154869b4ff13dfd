#if SVG
    import WebImageCoding
    import WebImageSVG

    /// The decoder of the trait SVG.
    enum InstalledSVG {
        static let decoders: [any ImageDecoder] = [SVGDecoder()]
        static let encoders: [any ImageEncoder] = []
    }
#else
    import WebImageCoding

    /// The codecs of the trait SVG: none, it is off.
    enum InstalledSVG {
        static let decoders: [any ImageDecoder] = []
        static let encoders: [any ImageEncoder] = []
    }
#endif
