#if SVG
    import WebImageCoding
    import WebImageSVG

    /// What the trait SVG brings.
    enum InstalledSVG {
        static let decoders: [any ImageDecoder] = [SVGDecoder()]
        static let encoders: [any ImageEncoder] = []
    }
#else
    import WebImageCoding

    /// What the trait SVG brings: nothing, it is off.
    enum InstalledSVG {
        static let decoders: [any ImageDecoder] = []
        static let encoders: [any ImageEncoder] = []
    }
#endif
