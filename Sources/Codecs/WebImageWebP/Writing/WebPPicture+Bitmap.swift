#if WebP
    import CWebP
    import WebImageCoding
    import WebImagePixels

    extension Bitmap {
        /// Calls `body` with the pixels of `rect`, or all: in place if they are opaque, otherwise
        /// as a copy in straight alpha.
        ///
        /// - Parameter clear: The parts to encode as transparent.
        func withPicture<Result>(
            of rect: PixelRect? = nil, without clear: [PixelRect] = [],
            _ body: (inout WebPPicture) throws(CodecError) -> Result
        ) throws(CodecError) -> Result {
            let rect = rect ?? PixelRect(x: 0, y: 0, size: size)
            var picture = try WebPPicture(rect.size)
            // libwebp's ARGB words are BGRA bytes in little-endian memory.
            guard isOpaque, clear.isEmpty, UInt32(1).littleEndian == 1 else {
                defer { WebPPictureFree(&picture) }
                try picture.allocate()
                picture.fill(from: self, rect)
                for part in clear { picture.clear(part, of: rect) }
                return try body(&picture)
            }
            return try withUnsafeRows { rows throws(CodecError) in
                defer { WebPPictureFree(&picture) }
                // The encoder only modifies transparent pixels, and there are none.
                let first = rows + rect.y * bytesPerRow + rect.x * 4
                picture.argb = UnsafeMutableRawPointer(mutating: first)
                    .assumingMemoryBound(to: UInt32.self)
                picture.argb_stride = Int32(bytesPerRow / 4)
                return try body(&picture)
            }
        }
    }

    extension WebPPicture {
        /// Creates a picture without pixel memory, for straight ARGB.
        init(_ size: PixelSize) throws(CodecError) {
            self.init()
            guard WebPPictureInit(&self) != 0 else { throw .webpMismatch }
            use_argb = 1
            width = Int32(size.width)
            height = Int32(size.height)
        }

        /// Allocates the pixels; `WebPPictureFree` frees them.
        mutating func allocate() throws(CodecError) {
            guard WebPPictureAlloc(&self) != 0, argb != nil else {
                throw .encoding(.webp, "not enough memory for \(width)x\(height)")
            }
        }

        /// Copies a part of a bitmap, or all of it, as straight alpha.
        ///
        /// - Precondition: The part has the picture's size.
        func fill(from bitmap: Bitmap, _ rect: PixelRect? = nil) {
            guard let argb else { return }
            let (left, top) = (rect?.x ?? 0, rect?.y ?? 0)
            guard bitmap.sampleFormat == .bgra8 else {
                for y in 0..<Int(height) {
                    let row = bitmap.straightRow(top + y)[left..<left + Int(width)]
                    for (x, pixel) in row.enumerated() { argb[y * Int(argb_stride) + x] = pixel }
                }
                return
            }
            bitmap.withUnsafeRows { rows in
                for y in 0..<Int(height) {
                    let first = rows + (top + y) * bitmap.bytesPerRow + left * 4
                    let (source, target) = (UnsafeRawPointer(first), argb + y * Int(argb_stride))
                    for x in 0..<Int(width) {
                        let pixel = source.load(fromByteOffset: x * 4, as: UInt32.self)
                        target[x] = Self.straight(UInt32(littleEndian: pixel))
                    }
                }
            }
        }

        /// Makes a part of the canvas transparent; this picture is `rect` of the canvas.
        fileprivate func clear(_ part: PixelRect, of rect: PixelRect) {
            guard let argb else { return }
            for y in 0..<part.size.height {
                let row = argb + (part.y - rect.y + y) * Int(argb_stride) + part.x - rect.x
                row.update(repeating: 0, count: part.size.width)
            }
        }

        /// Returns the pixel with its colour divided by alpha, rounded up.
        ///
        /// libwebp's decoder rounds down when it multiplies by alpha, so this restores the same
        /// colour.
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
