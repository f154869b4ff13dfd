#if PNG
    import WebImagePixels

    extension Bitmap {
        /// `true` if each sample of 16 bits is one of `significantBits`, widened by its share of
        /// the range or by repeating its bits.
        ///
        /// Programs write an `sBIT` that does not hold for the samples, or shift them.
        var holdsSignificantBits: Bool {
            let (bits, stride, count) = (UInt32(significantBits), bytesPerRow / 2, size.width * 4)
            let most = UInt32(1) << bits - 1
            return withDeepRows { rows in
                (0..<size.height).allSatisfy { y in
                    let row = UnsafeBufferPointer(start: rows + y * stride, count: count)
                    return row.allSatisfy { sample in
                        let sample = UInt32(sample)
                        let (value, high) = ((sample * most + 32767) / 65535, sample >> (16 - bits))
                        return (value * 65535 + most / 2) / most == sample
                            || high << (16 - bits) | high >> (2 * bits - 16) == sample
                    }
                }
            }
        }
    }
#endif
