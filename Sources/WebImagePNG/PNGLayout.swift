#if PNG
    import CPNGShim
    import WebImagePixels

    extension CPNGLayout {
        /// The fewest samples that hold every pixel of `bitmap`, without a palette.
        init(for bitmap: Bitmap) {
            self =
                switch bitmap.fewestChannels {
                case .gray8: .gray
                case .grayAlpha8: .grayAlpha
                case .rgb8: .RGB
                default: .RGBA
                }
        }

        /// The same layout in the terms of the kernels; of a palette, one byte a pixel.
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
