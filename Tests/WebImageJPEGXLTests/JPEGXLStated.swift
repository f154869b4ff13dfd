#if JPEGXL
    import TestSupport
    import WebImageCoding
    import WebImagePixels

    /// The header of a codestream (ISO/IEC 18181-1, annex D), to write another one in its place.
    ///
    /// The library's encoder writes a few colours only, and no tool for others is needed this way.
    struct JPEGXLStated {
        var primaries = 1
        var white = 1
        /// The number of H.273, or nil for `gamma`.
        var transfer: Int? = 13
        /// Ten millionths of the exponent from light to samples.
        var gamma = 0
        /// The places of white, or of red, green and blue, if their number is 2.
        var whitePlace = (x: 0.0, y: 0.0)
        var places: [(x: Double, y: Double)] = []
        /// The bits of a sample; samples of the file stay.
        var depth = 8
        /// The luminance of white in cd/m²; nil for the default of 255.
        var intensity: Float?
        var isGray = false

        /// Returns a file of this package's encoder with this header.
        func replacing(_ file: ByteBlock) -> ByteBlock {
            let bytes = file.array
            var bits = BitReader(bytes[...], .little)
            bits.skip(16)
            Self.skipSize(&bits)
            let (start, old) = (bits.position, OldHeader(&bits))
            bits.skip((8 - bits.position % 8) % 8)
            var writer = BitWriter()
            var copied = BitReader(bytes[...], .little)
            for _ in 0..<start { writer.write(copied.read(1), 1) }
            write(old, to: &writer)
            return ByteBlock(copying: writer.bytes + bytes[(bits.position / 8)...])
        }

        /// Skips the size header.
        static func skipSize(_ bits: inout BitReader) {
            let isSmall = bits.readFlag()
            let forms = [(1, 9), (1, 13), (1, 18), (1, 30)].map { (first: $0.0, bits: $0.1) }
            func side() { _ = isSmall ? bits.read(5) : bits.read(forms) }
            side()
            if bits.read(3) == 0 { side() }
        }

        /// The properties that other parts of the file depend on.
        private struct OldHeader {
            var (hasAlpha, isXYB, isAnimated, isHalf) = (false, true, false, false)

            init(_ bits: inout BitReader) {
                if !bits.readFlag() {
                    let hasMore = bits.readFlag()
                    if hasMore {
                        bits.skip(3)
                        precondition(!bits.readFlag() && !bits.readFlag())
                        isAnimated = bits.readFlag()
                        if isAnimated {
                            // 1000 ticks a second, and no end.
                            precondition(bits.read(2) == 1 && bits.read(4) == 0)
                            bits.skip(1)
                        }
                    }
                    isHalf = bits.readFlag()
                    precondition(bits.read(2) == (isHalf ? 1 : 0))
                    if isHalf { precondition(bits.read(4) == 4) }
                    bits.skip(1)
                    hasAlpha = bits.read(2) == 1
                    if hasAlpha { precondition(bits.readFlag()) }
                    isXYB = bits.readFlag()
                    Self.skipColors(&bits)
                    if hasMore { precondition(bits.readFlag()) }
                    precondition(bits.read(2) == 0)
                }
                precondition(bits.readFlag())
            }

            private static func skipColors(_ bits: inout BitReader) {
                guard !bits.readFlag() else { return }
                func number() -> Int { bits.read([(0, 0), (1, 0), (2, 4), (18, 6)]) }
                bits.skip(1)
                let isGray = number() == 1
                _ = number()
                if !isGray { _ = number() }
                precondition(!bits.readFlag())
                _ = (number(), number())
            }
        }

        private func write(_ old: OldHeader, to writer: inout BitWriter) {
            let hasMore = old.isAnimated || intensity != nil
            writer.write(0, 1)
            writer.write(hasMore ? 1 : 0, 1)
            if hasMore {
                writer.write(0, 5)
                writer.write(old.isAnimated ? 1 : 0, 1)
                if old.isAnimated { writer.write(1, 7) }
            }
            writer.write(old.isHalf ? 1 : 0, 1)
            writer.write(old.isHalf || depth == 10 ? 1 : depth == 8 ? 0 : 2, 2)
            if old.isHalf { writer.write(4, 4) }
            writer.write(old.isHalf ? 0 : 1, 1)
            writer.write(old.hasAlpha ? 1 : 0, 2)
            if old.hasAlpha { writer.write(1, 1) }
            writer.write(old.isXYB ? 1 : 0, 1)
            writeColors(to: &writer)
            if hasMore {
                writer.write(intensity == nil ? 1 : 0, 1)
                if let intensity {
                    writer.write(Int(Float16(intensity).bitPattern), 16)
                    writer.write(0, 33)
                }
            }
            writer.write(0, 2)
            writer.write(1, 1)
            writer.align()
        }

        private func writeColors(to writer: inout BitWriter) {
            writer.write(0, 2)
            writer.number(isGray ? 1 : 0)
            writer.number(white)
            if white == 2 { writer.place(whitePlace) }
            if !isGray {
                writer.number(primaries)
                if primaries == 2 { for place in places { writer.place(place) } }
            }
            writer.write(transfer == nil ? 1 : 0, 1)
            if let transfer { writer.number(transfer) } else { writer.write(gamma, 24) }
            writer.number(1)
        }
    }

    /// A writer of numbers of some bits, the last bit of a byte first.
    private struct BitWriter {
        private(set) var bytes: [UInt8] = []
        private var count = 0

        mutating func write(_ value: Int, _ bits: Int) {
            for bit in 0..<bits {
                if count % 8 == 0 { bytes.append(0) }
                bytes[count / 8] |= UInt8(value >> bit & 1) << (count % 8)
                count += 1
            }
        }

        mutating func align() { count = bytes.count * 8 }

        /// Writes an `Enum`.
        mutating func number(_ value: Int) {
            switch value {
            case 0...1: write(value, 2)
            case 2...17: write(2 | (value - 2) << 2, 6)
            default: write(3 | (value - 18) << 2, 8)
            }
        }

        /// Writes a `Customxy`, in millionths.
        mutating func place(_ place: (x: Double, y: Double)) {
            for side in [place.x, place.y] {
                let value = Int((side * 1_000_000).rounded())
                let packed = value < 0 ? -2 * value - 1 : 2 * value
                let forms = [(0, 19), (524_288, 19), (1_048_576, 20), (2_097_152, 21)]
                let form = forms.lastIndex { packed >= $0.0 } ?? 0
                write(form, 2)
                write(packed - forms[form].0, forms[form].1)
            }
        }
    }
#endif
