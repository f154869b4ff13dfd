#if WebP
    import CWebP
    import WebImageCoding
    import WebImagePixels

    extension Bitmap {
        /// Shows the pixels to the encoder, in place if they are opaque, otherwise as a copy with
        /// alpha divided out.
        func withPicture<Result>(
            _ body: (inout WebPPicture) throws(CodecError) -> Result
        ) throws(CodecError) -> Result {
            var picture = try WebPPicture(size)
            // A word of alpha, red, green, blue from high to low is their reverse in memory.
            guard isOpaque, UInt32(1).littleEndian == 1 else {
                defer { WebPPictureFree(&picture) }
                try picture.allocate()
                picture.fill(from: self)
                return try body(&picture)
            }
            return try withUnsafeRows { rows throws(CodecError) in
                defer { WebPPictureFree(&picture) }
                // The encoder changes pixels only to clean transparent ones, and here are none.
                picture.argb = UnsafeMutableRawPointer(mutating: rows)
                    .assumingMemoryBound(to: UInt32.self)
                picture.argb_stride = Int32(bytesPerRow / 4)
                return try body(&picture)
            }
        }
    }

    extension WebPPicture {
        /// A picture without pixels, in straight alpha, red, green, blue.
        init(_ size: PixelSize) throws(CodecError) {
            self.init()
            guard WebPPictureInit(&self) != 0 else { throw .webpMismatch }
            use_argb = 1
            width = Int32(size.width)
            height = Int32(size.height)
        }

        /// Makes memory for the pixels, which `WebPPictureFree` frees.
        mutating func allocate() throws(CodecError) {
            guard WebPPictureAlloc(&self) != 0, argb != nil else {
                throw .encoding(.webp, "no memory for \(width)x\(height)")
            }
        }

        /// Copies the pixels of a bitmap of the same size, alpha divided out.
        func fill(from bitmap: Bitmap) {
            guard let argb else { return }
            bitmap.withUnsafeRows { rows in
                for y in 0..<bitmap.size.height {
                    let source = UnsafeRawPointer(rows + y * bitmap.bytesPerRow)
                    let target = argb + y * Int(argb_stride)
                    for x in 0..<bitmap.size.width {
                        let pixel = source.load(fromByteOffset: x * 4, as: UInt32.self)
                        target[x] = Self.straight(UInt32(littleEndian: pixel))
                    }
                }
            }
        }

        /// The pixel with its colour divided by alpha, rounded up.
        ///
        /// libwebp's decoder rounds down when it multiplies alpha in: only so it comes to the same
        /// colour again.
        @inline(__always)
        private static func straight(_ pixel: UInt32) -> UInt32 {
            let alpha = pixel >> 24
            if alpha == 255 { return pixel }
            if alpha == 0 { return 0 }
            func channel(_ shift: UInt32) -> UInt32 {
                min(((pixel >> shift & 255) * 255 + alpha - 1) / alpha, 255) << shift
            }
            return alpha << 24 | channel(16) | channel(8) | channel(0)
        }
    }
#endif
