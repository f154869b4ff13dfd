#if JPEGXL
    import WebImageCoding
    import WebImageJPEGXL
    import WebImagePixels

    /// Returns options of a caller that takes light above white.
    func lightOptions(box side: Int? = nil) -> DecodeOptions {
        var result = deepOptions(box: side)
        result.pixelDepth = .hdr
        return result
    }

    /// Returns a bitmap of half floats by their bits.
    func halfBitmap(
        _ size: PixelSize, isOpaque: Bool = false, _ halves: (_ x: Int, _ y: Int) -> SIMD4<UInt16>
    ) -> Bitmap {
        var bitmap = Bitmap(size: size, as: .rgbaHalf, isOpaque: isOpaque)
        let stride = bitmap.bytesPerRow / 2
        bitmap.withMutableDeepRows { rows in
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let pixel = halves(x, y)
                    for channel in 0..<4 { rows[y * stride + x * 4 + channel] = pixel[channel] }
                }
            }
        }
        return bitmap
    }

    /// Returns a bitmap of light.
    func lightBitmap(
        _ size: PixelSize, isOpaque: Bool = false, _ light: (_ x: Int, _ y: Int) -> SIMD4<Float>
    ) -> Bitmap {
        halfBitmap(size, isOpaque: isOpaque) { x, y in
            let pixel = light(x, y)
            return SIMD4(
                HalfFloat.half(pixel.x), HalfFloat.half(pixel.y), HalfFloat.half(pixel.z),
                HalfFloat.half(pixel.w))
        }
    }

    func demand(_ file: ByteBlock, _ options: DecodeOptions) -> MemoryDemand? {
        file.withSpan { JPEGXLDecoder().memoryDemand(of: $0, options: options) }
    }
#endif
