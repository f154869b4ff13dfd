#if AVIF
    import Testing
    import WebImageCoding
    import WebImagePixels

    /// Files that the encoder cannot write, made from those it can.
    enum FileSurgery {
        /// Returns `file` whose first track plays `plays` times by an edit list, 0 for endless.
        static func editList(in file: ByteBlock, plays: Int) throws -> ByteBlock {
            var bytes = array(file)
            let header = try #require(place(of: "tkhd", in: bytes)) - 4
            // Version 1: the duration has 64 bits, after two times, the number and a gap.
            #expect(bytes[header + 8] == 1)
            let total: UInt64 = plays == 0 ? .max : UInt64(plays) * 100
            bytes.replaceSubrange(header + 36..<header + 44, with: big(total))
            let edits: [UInt8] =
                big(UInt32(36)) + Array("edts".utf8) + big(UInt32(28)) + Array("elst".utf8)
                + big(UInt32(1)) + big(UInt32(1)) + big(UInt32(100)) + big(UInt32(0))
                + big(UInt32(0x10000))
            let end = header + Int(number(at: header, in: bytes))
            if bytes[end + 4..<end + 8].elementsEqual("edts".utf8) {
                // libavif since 1.0 writes a list with longer numbers.
                let count = Int(number(at: end, in: bytes))
                let rest = count - edits.count - 8
                try #require(rest >= 0)
                let gap = box("free", Array(repeating: 0, count: rest))
                bytes.replaceSubrange(end..<end + count, with: edits + gap)
            } else {
                try insert(edits, at: end, into: &bytes)
            }
            return ByteBlock(copying: bytes)
        }

        /// Returns `file` with the property `box` added to its first picture, a still.
        ///
        /// - Parameter isEssential: `true` if readers that do not know the box must refuse the
        ///   picture.
        static func property(
            _ box: [UInt8], in file: ByteBlock, isEssential: Bool = true
        ) throws -> ByteBlock {
            var bytes = array(file)
            let container = try #require(place(of: "ipco", in: bytes)) - 4
            let index = try propertyCount(in: bytes, container) + 1
            let association = try #require(place(of: "ipma", in: bytes)) - 4
            // Version 0: the number of items, then of the first item its number and count.
            let count = association + 18
            let last = count + 1 + Int(bytes[count])
            bytes[count] += 1
            try insert([UInt8((isEssential ? 0x80 : 0) | index)], at: last, into: &bytes)
            let end = container + Int(number(at: container, in: bytes))
            try insert(box, at: end, into: &bytes)
            return ByteBlock(copying: bytes)
        }

        /// Returns `file` with `entries` appended to a table of the first track, which then has
        /// `count`.
        static func table(
            _ type: String, in file: ByteBlock, count: Int, adding entries: [UInt8]
        ) throws -> ByteBlock {
            var bytes = array(file)
            let table = try #require(place(of: "stbl", in: bytes))
            let start = try #require(place(of: type, in: bytes, from: table)) - 4
            let end = start + Int(number(at: start, in: bytes))
            try insert(
                entries, at: end, into: &bytes, also: ["mdia", "minf", "stbl", type])
            bytes.replaceSubrange(start + 12..<start + 16, with: big(UInt32(count)))
            return ByteBlock(copying: bytes)
        }

        static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
            big(UInt32(8 + content.count)) + Array(type.utf8) + content
        }

        /// Returns the bytes of a number, most significant first.
        static func big(_ number: some FixedWidthInteger) -> [UInt8] {
            withUnsafeBytes(of: number.bigEndian) { Array($0) }
        }

        static func array(_ file: ByteBlock) -> [UInt8] {
            file.withUnsafeBytes { Array($0) }
        }

        /// Returns the first position of the four letters of a box.
        static func place(of type: String, in bytes: [UInt8], from start: Int = 0) -> Int? {
            let letters = Array(type.utf8)
            return (start..<bytes.count - 4).first { bytes[$0..<$0 + 4].elementsEqual(letters) }
        }

        private static func propertyCount(in bytes: [UInt8], _ container: Int) throws -> Int {
            var (place, count) = (container + 8, 0)
            let end = container + Int(number(at: container, in: bytes))
            while place < end {
                place += max(Int(number(at: place, in: bytes)), 8)
                count += 1
            }
            return count
        }

        private static func number(at offset: Int, in bytes: [UInt8]) -> UInt32 {
            bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
        }

        /// Inserts `part`, and adapts the sizes of the boxes around it and the offsets after it.
        private static func insert(
            _ part: [UInt8], at place: Int, into bytes: inout [UInt8], also types: [String] = []
        ) throws {
            for type in ["moov", "trak", "meta", "iprp", "ipco", "ipma"] + types {
                guard let letters = self.place(of: type, in: bytes) else { continue }
                let start = letters - 4
                let size = number(at: start, in: bytes)
                if start < place, place <= start + Int(size) {
                    bytes.replaceSubrange(start..<letters, with: big(size + UInt32(part.count)))
                }
            }
            moveOffsets(by: UInt32(part.count), in: &bytes)
            bytes.insert(contentsOf: part, at: place)
        }

        /// Moves the offsets of chunks, and of libavif's items (version 0, sizes of 4, 4, 0).
        private static func moveOffsets(by distance: UInt32, in bytes: inout [UInt8]) {
            var from = 0
            while let letters = place(of: "stco", in: bytes, from: from) {
                for entry in 0..<Int(number(at: letters + 8, in: bytes)) {
                    let at = letters + 12 + entry * 4
                    bytes.replaceSubrange(
                        at..<at + 4, with: big(number(at: at, in: bytes) + distance))
                }
                from = letters + 4
            }
            guard let items = place(of: "iloc", in: bytes) else { return }
            let count = Int(bytes[items + 10]) << 8 | Int(bytes[items + 11])
            for item in 0..<count {
                let at = items + 12 + item * 14 + 6
                bytes.replaceSubrange(at..<at + 4, with: big(number(at: at, in: bytes) + distance))
            }
        }
    }
#endif
