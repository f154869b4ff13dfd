#if HEIF
    #if Color
        import Testing
        import WebImageCoding
        import WebImageColor
        import WebImagePixels

        extension DecodeOutput {
            /// The picture with its colours converted to sRGB.
            func converted() throws -> Bitmap {
                var bitmap = bitmap
                #expect(bitmap.colorSpace == color.colorSpace)
                try ColorConverter().convertToSRGB(&bitmap, from: color)
                return bitmap
            }
        }
    #endif
#endif
