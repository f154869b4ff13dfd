#if JPEGXL
    import WebImagePixels

    /// The channels that are written.
    enum JPEGXLLayout {
        case gray, grayAlpha, color, colorAlpha

        /// Chooses the layout with the fewest channels for `bitmap`.
        ///
        /// - Parameter needsColor: `true` to write greys as colours.
        init(of bitmap: Bitmap, needsColor: Bool) {
            self =
                switch bitmap.fewestChannels {
                case .gray8: needsColor ? .color : .gray
                case .grayAlpha8: needsColor ? .colorAlpha : .grayAlpha
                case .rgb8: .color
                default: .colorAlpha
                }
        }

        /// The same layout as a pixel format of the kernels.
        var pixelFormat: PixelFormat {
            switch self {
            case .gray: .gray8
            case .grayAlpha: .grayAlpha8
            case .color: .rgb8
            case .colorAlpha: .rgba8
            }
        }

        var isGray: Bool { self == .gray || self == .grayAlpha }
        var hasAlpha: Bool { self == .grayAlpha || self == .colorAlpha }
    }
#endif
