#if PNG
    import CPNGShim
    import WebImagePixels

    extension CPNGLayout {
        /// Chooses the layout with the fewest samples for `bitmap`, without a palette.
        ///
        /// - Parameter needsColor: `true` to write greys as colours.
        init(for bitmap: Bitmap, needsColor: Bool = false) {
            self =
                switch bitmap.fewestChannels {
                case .gray8: needsColor ? .RGB : .gray
                case .grayAlpha8: needsColor ? .RGBA : .grayAlpha
                case .rgb8: .RGB
                default: .RGBA
                }
        }

        /// The same layout as a pixel format of the kernels; a palette has one byte a pixel.
        var pixelFormat: PixelFormat {
            switch self {
            case .gray, .palette: .gray8
            case .grayAlpha: .grayAlpha8
            case .RGB: .rgb8
            case .RGBA: .rgba8
            }
        }
    }
#endif
