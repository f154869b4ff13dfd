#if HEIF
    import WebImageCoding

    /// The code points in a sequence parameter set (ITU-T H.265, sections 7.3.2.2 and E.2.1).
    struct HEVCColors {
        /// The code points; nil if the set has none.
        private(set) var numbers: CodePointNumbers?
        private var bits: BitReader
        /// The distances of the pictures that each set of references has, the nearest ones first.
        private var references: [[Int]] = []

        /// The maximum length in bytes of a set that is read.
        private static let longest = 8192

        /// Reads the sets in a configuration (`hvcC`); nil if there is none.
        static func numbers(in bytes: RawSpan, _ box: Range<Int>) -> CodePointNumbers? {
            for unit in HEVCSizes.units(in: bytes, box) {
                let unit = bytes.extracting(unit)
                if HEVCSizes.isSequence(unit) { return HEVCColors(unit).numbers }
            }
            return nil
        }

        /// Reads a set; one that is cut off has no code points.
        private init(_ unit: RawSpan) {
            bits = BitReader(hevc: unit, longest: Self.longest)
            let layers = bits.skipToSize()
            skipCodes(2)
            if bits.readFlag() { skipCodes(4) }
            skipCodes(2)
            let numberBits = bits.readCode() + 4
            skipCodes(bits.readFlag() ? 3 * (layers + 1) : 3)
            skipCodes(6)
            if bits.readFlag(), bits.readFlag() { skipScalingLists() }
            bits.skip(2)
            if bits.readFlag() {
                bits.skip(8)
                skipCodes(2)
                bits.skip(1)
            }
            for _ in 0..<min(bits.readCode(), 64) where !bits.isPastEnd { readReferences() }
            if bits.readFlag() { bits.skip(min(bits.readCode(), 32) * (numberBits + 1)) }
            bits.skip(2)
            if bits.readFlag() { readUsability() }
        }

        private mutating func skipCodes(_ count: Int) {
            for _ in 0..<count { _ = bits.readCode() }
        }

        /// Skips the lists of a quantizer (section 7.3.4).
        private mutating func skipScalingLists() {
            for size in 0..<4 {
                for _ in 0..<(size == 3 ? 2 : 6) {
                    let isCoded = bits.readFlag()
                    skipCodes(isCoded ? min(64, 16 << (2 * size)) + (size > 1 ? 1 : 0) : 1)
                }
            }
        }

        /// Reads a set of reference pictures (section 7.3.7), whose length depends on the one
        /// before.
        private mutating func readReferences() {
            var set: [Int] = []
            if let before = references.last, bits.readFlag() {
                let isNegative = bits.readFlag()
                let distance = (bits.readCode() + 1) * (isNegative ? -1 : 1)
                for place in before + [0] {
                    let isUsed = bits.readFlag() || bits.readFlag()
                    if isUsed, place + distance != 0 { set.append(place + distance) }
                }
            } else {
                let counts = [-1: min(bits.readCode(), 16), 1: min(bits.readCode(), 16)]
                for sign in [-1, 1] {
                    var place = 0
                    for _ in 0..<counts[sign, default: 0] {
                        place += sign * (min(bits.readCode(), 1 << 16) + 1)
                        bits.skip(1)
                        set.append(place)
                    }
                }
            }
            references.append(
                set.filter { $0 < 0 }.sorted(by: >) + set.filter { $0 > 0 }.sorted())
        }

        /// Reads the beginning of the usability information (section E.2.1).
        private mutating func readUsability() {
            if bits.readFlag(), bits.read(8) == 255 { bits.skip(32) }
            if bits.readFlag() { bits.skip(1) }
            guard bits.readFlag() else { return }
            bits.skip(3)
            var stated = CodePointNumbers.unspecified
            stated.isFullRange = bits.readFlag()
            if bits.readFlag() {
                stated.primaries = bits.read(8)
                stated.transfer = bits.read(8)
                stated.matrix = bits.read(8)
            }
            if !bits.isPastEnd { numbers = stated }
        }
    }
#endif
