#if AVIF
    import WebImagePixels

    /// Units of an AV1 stream, written bit by bit.
    enum AV1Units {
        /// Returns a complete sequence header for 8 bits and 4:2:0.
        ///
        /// - Parameter sideBits: The bits per side of the size of a frame with a size of its own.
        static func sequence(_ size: PixelSize, sideBits: Int = 16) -> [UInt8] {
            var bits = Bits()
            // Profile, still picture, full form, no times, no delay, one operating point.
            bits.add(0, 3 + 1 + 1 + 1 + 1 + 5)
            bits.add(0, 12 + 5)
            bits.add(sideBits - 1, 4)
            bits.add(sideBits - 1, 4)
            bits.add(size.width - 1, sideBits)
            bits.add(size.height - 1, sideBits)
            // No frame numbers or tools; each frame selects the tools for screens and integer
            // motion.
            bits.add(0, 1 + 3 + 4 + 1)
            bits.add(3, 2)
            bits.add(0, 3)
            // Colours: 8 bits, not grey, not described, full range.
            bits.add(0b0001, 4)
            bits.add(0, 16)
            return unit(1, bits.bytes)
        }

        /// Returns a visible key frame without the rest of its header and its pixels.
        static func frame(hasOwnSize: Bool = false) -> [UInt8] {
            var bits = Bits()
            bits.add(0b0001, 4)
            // The table of probabilities, tools for screens.
            bits.add(0, 2)
            bits.add(hasOwnSize ? 1 : 0, 1)
            bits.add(0, 64)
            return unit(6, bits.bytes)
        }

        /// Returns a unit with its length.
        static func unit(_ kind: UInt8, _ content: [UInt8]) -> [UInt8] {
            precondition(content.count < 128, "The length takes one byte.")
            return [kind << 3 | 2, UInt8(content.count)] + content
        }

        private struct Bits {
            private var bits: [Bool] = []

            mutating func add(_ value: Int, _ count: Int) {
                for place in (0..<count).reversed() { bits.append(value >> place & 1 == 1) }
            }

            var bytes: [UInt8] {
                stride(from: 0, to: bits.count, by: 8).map { start in
                    (0..<8).reduce(0) { byte, place in
                        let bit = start + place < bits.count && bits[start + place]
                        return byte << 1 | (bit ? 1 : 0)
                    }
                }
            }
        }
    }
#endif
