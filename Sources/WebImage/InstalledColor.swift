#if Color
    import WebImageCoding
    import WebImageColor

    /// What the trait Color brings.
    enum InstalledColor {
        static let converter: (any ColorConverting)? = ColorConverter()
    }
#else
    import WebImageCoding

    /// What the trait Color brings: nothing, it is off.
    enum InstalledColor {
        static let converter: (any ColorConverting)? = nil
    }
#endif
