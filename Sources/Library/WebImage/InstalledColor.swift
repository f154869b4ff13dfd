#if Color
    import WebImageCoding
    import WebImageColor

    /// The converter of the trait Color.
    enum InstalledColor {
        static let converter: (any ColorConverting)? = ColorConverter()
    }
#else
    import WebImageCoding

    /// The converter of the trait Color: none, it is off.
    enum InstalledColor {
        static let converter: (any ColorConverting)? = nil
    }
#endif
