#if WebP
    import CWebP
    import WebImagePixels

    /// The memory layout of a bitmap.
    struct BitmapShape {
        let size: PixelSize
        let stride: Int
        let byteCount: Int

        init(_ bitmap: Bitmap) {
            size = bitmap.size
            stride = bitmap.bytesPerRow
            byteCount = bitmap.byteCount
        }
    }

    /// Planes of luma, alpha and chroma within the rows of the bitmap they are converted to.
    ///
    /// When libwebp scales VP8 with alpha to planes, it weights luma by alpha, so that hidden
    /// pixels do not show at edges. Each row holds its luma and alpha; an even row also holds the
    /// chroma of itself and the next.
    struct WebPPlanes {
        private let shape: BitmapShape
        private var width: Int { shape.size.width }
        private var chromaWidth: Int { (width + 1) / 2 }

        init(_ shape: BitmapShape) {
            self.shape = shape
        }

        /// Sets the library's output to the planes.
        func point(_ output: inout WebPDecBuffer, to rows: UnsafeMutablePointer<UInt8>) {
            let (alpha, blue, red) = (width, width * 2, width * 2 + chromaWidth)
            (output.u.YUVA.y, output.u.YUVA.a) = (rows, rows + alpha)
            (output.u.YUVA.u, output.u.YUVA.v) = (rows + blue, rows + red)
            (output.u.YUVA.y_stride, output.u.YUVA.a_stride) = (
                Int32(shape.stride), Int32(shape.stride)
            )
            (output.u.YUVA.u_stride, output.u.YUVA.v_stride) = (
                Int32(shape.stride * 2), Int32(shape.stride * 2)
            )
            output.u.YUVA.y_size = shape.byteCount
            output.u.YUVA.a_size = shape.byteCount - alpha
            output.u.YUVA.u_size = shape.byteCount - blue
            output.u.YUVA.v_size = shape.byteCount - red
        }

        /// Replaces the planes of the first `count` rows by pixels.
        func develop(_ bitmap: inout Bitmap, rows count: Int) {
            bitmap.withUnsafeMutableRows { rows in
                for top in Swift.stride(from: 0, to: count, by: 2) {
                    // Both rows need the chroma, and each overwrites its own planes.
                    let even = rows + top * shape.stride
                    let planes = Array(UnsafeBufferPointer(start: even, count: width * 4))
                    develop(planes, colours: planes, into: even)
                    guard top + 1 < count else { return }
                    let odd = even + shape.stride
                    develop(
                        Array(UnsafeBufferPointer(start: odd, count: width * 2)), colours: planes,
                        into: odd)
                }
            }
        }

        /// Writes a row of premultiplied BGRA (BT.601, 16 to 235).
        private func develop(
            _ planes: [UInt8], colours: [UInt8], into row: UnsafeMutablePointer<UInt8>
        ) {
            for x in 0..<width {
                let luma = (Int32(planes[x]) - 16) * 76309 + 32768
                let blue = Int32(colours[width * 2 + x / 2]) - 128
                let red = Int32(colours[width * 2 + chromaWidth + x / 2]) - 128
                row[x * 4] = Self.channel(luma + blue * 132_201)
                row[x * 4 + 1] = Self.channel(luma - blue * 25675 - red * 53279)
                row[x * 4 + 2] = Self.channel(luma + red * 104_597)
                row[x * 4 + 3] = planes[width + x]
            }
            Convert.premultiplied(from: row, as: .bgra8, into: row, count: width)
        }

        @inline(__always)
        private static func channel(_ value: Int32) -> UInt8 {
            UInt8(min(max(value >> 16, 0), 255))
        }
    }
#endif
