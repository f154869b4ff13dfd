#if PNG
    /// A handmade deflate stream, written bit by bit (RFC 1951).
    struct Deflated {
        private var bytes: [UInt8] = []
        private var bitCount = 0

        /// Returns the stream with zlib's header and the checksum of its content.
        func wrapped(_ sum: UInt32, header: [UInt8] = [0x78, 0x01]) -> [UInt8] {
            header + bytes + big(sum)
        }

        /// Writes a number, least significant bit first.
        mutating func put(_ value: Int, _ count: Int) {
            for shift in 0..<count { append(value >> shift & 1) }
        }

        /// Writes a code in the notation of RFC 1951, first bit first.
        mutating func put(_ code: String) {
            for bit in code { append(bit == "1" ? 1 : 0) }
        }

        /// Fills the last byte with zeros.
        mutating func align() {
            while bitCount % 8 != 0 { append(0) }
        }

        /// Writes the head of a block with codes of its own.
        ///
        /// In its code of lengths, 0, 1, 2 and 18 have two bits: `00`, `01`, `10` and `11`.
        mutating func beginBlock(literals: Int, distances: Int) {
            beginBlock(literals: literals, distances: distances, codes: [18: 2, 0: 2, 1: 2, 2: 2])
        }

        /// Writes the head of a block with the given code of lengths.
        mutating func beginBlock(literals: Int, distances: Int, codes: [Int: Int]) {
            put(0b101, 3)
            put(literals - 257, 5)
            put(distances - 1, 5)
            put(18 - 4, 4)
            for symbol in [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1] {
                put(codes[symbol] ?? 0, 3)
            }
        }

        /// Writes lengths of 0, 1 or 2 by the default code of lengths.
        mutating func putLengths(_ lengths: [Int]) {
            for length in lengths { put(["00", "01", "10"][length]) }
        }

        /// Writes a run of 11 to 138 symbols without a code.
        mutating func putNone(_ count: Int) {
            put("11")
            put(count - 11, 7)
        }

        private mutating func append(_ bit: Int) {
            if bitCount % 8 == 0 { bytes.append(0) }
            bytes[bitCount / 8] |= UInt8(bit << (bitCount % 8))
            bitCount += 1
        }
    }
#endif
