#if PNG
    import CPNGShim
    import WebImagePixels

    extension CPNGLayout {
        /// Chooses the layout of a format of ``Bitmap/fewestChannels(needsColor:)``.
        init(_ format: PixelFormat) {
            self =
                switch format {
                case .gray8: .gray
                case .grayAlpha8: .grayAlpha
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
