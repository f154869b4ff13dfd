#if PNG
    import CPNGShim
    import WebImagePixels

    extension CPNGLayout {
        /// The fewest samples that hold every pixel of `bitmap`, without a palette.
        init(for bitmap: Bitmap) {
            var (isGray, isOpaque) = (true, true)
            bitmap.withUnsafeRows { rows in
                for row in 0..<bitmap.size.height where isGray || isOpaque {
                    let row = rows + row * bitmap.bytesPerRow
                    for at in stride(from: 0, to: bitmap.size.width * 4, by: 4) {
                        if row[at] != row[at + 1] || row[at] != row[at + 2] { isGray = false }
                        if row[at + 3] != 255 { isOpaque = false }
                    }
                }
            }
            self =
                switch (isGray, isOpaque) {
                case (true, true): .gray
                case (true, false): .grayAlpha
                case (false, true): .RGB
                case (false, false): .RGBA
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
