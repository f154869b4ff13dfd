#if JPEGXL
    import WebImageCoding
    import WebImagePixels

    extension JPEGXLPlan {
        /// Returns a transparent bitmap of the planned size, or of another.
        func emptyBitmap(_ other: PixelSize? = nil) throws(CodecError) -> Bitmap {
            var bitmap = try Bitmap(
                decoding: other ?? size, as: header.samples.format, colorSpace: header.colorSpace,
                isOpaque: header.alpha == .none && header.black == nil)
            if case .deep(let deep) = header.samples { bitmap.significantBits = deep.bits }
            return bitmap
        }
    }

    extension JPEGXLHeader {
        /// Converts RGBA pixels as the library returns them to pixels of the bitmap's format.
        func convert(
            _ pixels: UnsafeRawPointer, into target: UnsafeMutablePointer<UInt8>, count: Int
        ) {
            switch samples {
            case .eight:
                premultiply(pixels.assumingMemoryBound(to: UInt8.self), into: target, count: count)
            case .mapped(let mapping):
                let layout = CurveMapping.Layout(
                    channels: 4, maximum: 65535, isPremultiplied: alpha == .premultiplied)
                mapping.map(
                    pixels.assumingMemoryBound(to: UInt16.self), layout, into: target, count: count)
            case .deep(let deep):
                deep.convert(
                    pixels.assumingMemoryBound(to: Float.self), into: Self.wide(target),
                    count: count)
            case .light(let light):
                light.convert(
                    pixels.assumingMemoryBound(to: Float.self), into: Self.wide(target),
                    count: count)
            }
        }

        /// Returns the samples of a row of a deep bitmap.
        private static func wide(
            _ row: UnsafeMutablePointer<UInt8>
        ) -> UnsafeMutablePointer<UInt16> {
            // Safe because rows of a deep bitmap are aligned to its samples of two bytes.
            UnsafeMutableRawPointer(row).assumingMemoryBound(to: UInt16.self)
        }

        /// Converts RGBA pixels of 8 bits to premultiplied BGRA, possibly in place.
        func premultiply(
            _ source: UnsafePointer<UInt8>, into target: UnsafeMutablePointer<UInt8>, count: Int
        ) {
            switch alpha {
            case .premultiplied:
                Self.map(source, into: target, count: count) { Self.held(Self.swapped($0)) }
            case .straight:
                Convert.premultiplied(from: source, as: .rgba8, into: target, count: count)
            case .none:
                Self.map(source, into: target, count: count, Self.swapped)
            }
        }

        /// Converts the library's cyan, magenta, yellow, alpha and a row of black to our CMYK.
        ///
        /// In the file 255 is no ink, in ours 0. Transparent pixels have no ink.
        func inks(
            _ row: UnsafeMutablePointer<UInt8>, black: UnsafePointer<UInt8>, count: Int
        ) {
            for place in 0..<count {
                let pixel = row + place * 4
                let opacity = alpha == .none ? 255 : pixel[3]
                for channel in 0..<3 {
                    pixel[channel] = Convert.multiply(255 - pixel[channel], opacity)
                }
                pixel[3] = Convert.multiply(255 - black[place], opacity)
            }
        }

        @inline(__always)
        private static func map(
            _ source: UnsafePointer<UInt8>, into target: UnsafeMutablePointer<UInt8>, count: Int,
            _ change: (UInt32) -> UInt32
        ) {
            for place in 0..<count {
                let value = UnsafeRawPointer(source).loadUnaligned(
                    fromByteOffset: place * 4, as: UInt32.self)
                UnsafeMutableRawPointer(target).storeBytes(
                    of: change(value.littleEndian).littleEndian, toByteOffset: place * 4,
                    as: UInt32.self)
            }
        }

        @inline(__always)
        private static func swapped(_ pixel: UInt32) -> UInt32 {
            pixel & 0xFF00_FF00 | pixel >> 16 & 0xFF | (pixel & 0xFF) << 16
        }

        /// Returns the pixel with its colours clamped to alpha, which a file can exceed.
        @inline(__always)
        private static func held(_ pixel: UInt32) -> UInt32 {
            let alpha = pixel >> 24
            let (blue, green, red) = (pixel & 0xFF, pixel >> 8 & 0xFF, pixel >> 16 & 0xFF)
            return alpha << 24 | min(red, alpha) << 16 | min(green, alpha) << 8 | min(blue, alpha)
        }
    }
#endif
