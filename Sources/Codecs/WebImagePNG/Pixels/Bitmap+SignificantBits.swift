#if PNG
    import WebImagePixels

    extension Bitmap {
        /// `true` if each sample of 16 bits is one of `significantBits`, widened.
        ///
        /// Programs write an `sBIT` that does not hold for the samples, or shift them.
        var holdsSignificantBits: Bool {
            let (bits, stride, count) = (significantBits, bytesPerRow / 2, size.width * 4)
            let most = UInt32(1) << UInt32(bits) - 1
            return withDeepRows { rows in
                (0..<size.height).allSatisfy { y in
                    let row = UnsafeBufferPointer(start: rows + y * stride, count: count)
                    return row.allSatisfy { sample in
                        let value = (UInt32(sample) * most + 32767) / 65535
                        let widened = Int32((value * 65535 + most / 2) / most)
                        return abs(widened - Int32(sample)) <= 1
                    }
                }
            }
        }
    }
#endif
