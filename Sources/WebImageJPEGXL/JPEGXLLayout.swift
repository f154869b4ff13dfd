#if JPEGXL
    import WebImagePixels

    /// The channels that are written.
    enum JPEGXLLayout {
        case gray, grayAlpha, color, colorAlpha

        /// The fewest channels that hold every pixel of `bitmap`.
        init(of bitmap: Bitmap) {
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
                case (false, true): .color
                case (false, false): .colorAlpha
                }
        }

        /// The same in the terms of the kernels.
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
