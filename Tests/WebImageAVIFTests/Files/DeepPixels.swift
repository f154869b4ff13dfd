#if AVIF
    import Testing
    import WebImageCoding
    import WebImagePixels

    /// Deep pixels and the samples that they come from.
    enum DeepPixels {
        /// The options of a caller that takes more than 8 bits.
        static var asStored: DecodeOptions {
            var options = DecodeOptions()
            options.pixelDepth = .asStored
            return options
        }

        /// Returns the 16 bits of a sample.
        static func sixteen(_ sample: Int, bits: Int) -> UInt16 {
            let top = 1 << bits - 1
            return UInt16((sample * 65535 + top / 2) / top)
        }

        /// Returns 16 bits rounded to fewer, in 16 bits again.
        static func rounded(_ sample: UInt16, to bits: Int) -> UInt16 {
            let top = 1 << bits - 1
            return sixteen((Int(sample) * top + 32767) / 65535, bits: bits)
        }

        /// Returns a bitmap of the pixels that `pixel` gives.
        static func bitmap(
            _ width: Int, _ height: Int, bits: Int, isOpaque: Bool = false,
            _ pixel: (_ x: Int, _ y: Int) -> SIMD4<UInt16>
        ) -> Bitmap {
            var result = Bitmap(
                size: PixelSize(width: width, height: height), as: .rgba16, isOpaque: isOpaque)
            result.significantBits = bits
            for y in 0..<height {
                for x in 0..<width { result[deep: x, y] = pixel(x, y) }
            }
            return result
        }

        /// Returns pixels of all samples that `bits` have, also of alpha, 64 in a row.
        static func every(bits: Int) -> Bitmap {
            let count = 1 << bits
            return bitmap(64, count / 64, bits: bits) { x, y in
                let number = y * 64 + x
                func sample(_ factor: Int, _ offset: Int) -> UInt16 {
                    sixteen((number * factor + offset) % count, bits: bits)
                }
                return SIMD4(
                    sample(1, 0), sample(count - 1, count - 1), sample(5, 77), sample(3, 0))
            }
        }

        /// Returns a picture of slow changes, of colours and, unless it is opaque, of alpha.
        static func slope(_ width: Int, _ height: Int, bits: Int, isOpaque: Bool) -> Bitmap {
            bitmap(width, height, bits: bits, isOpaque: isOpaque) { x, y in
                let (across, down) = (x * 65535 / width, y * 65535 / height)
                let all = [across, down, 65535 - (across + down) / 2, 65535 - across / 2]
                let pixel = all.map { rounded(UInt16($0), to: bits) }
                return SIMD4(pixel[0], pixel[1], pixel[2], isOpaque ? 65535 : pixel[3])
            }
        }

        /// Returns the greatest difference of samples that are multiplied by alpha, as parts of 1.
        static func difference(_ one: Bitmap, _ other: Bitmap) -> Double {
            #expect(one.size == other.size && one.sampleFormat == other.sampleFormat)
            return zip(one.samples, other.samples).reduce(0) { most, pair in
                let distance = pair.0 - pair.1
                return max(most, distance.max(), -distance.min())
            }
        }
    }
#endif
