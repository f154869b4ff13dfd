#if TIFF
    import WebImageCoding

    /// The dictionaries of the blocks of an xz stream (The .xz File Format, version 1.1.0).
    ///
    /// liblzma allocates the size in a block header, up to 4 GB, and libtiff sets no limit.
    enum XZDictionary {
        /// Returns the bytes of the largest dictionary, of a truncated stream as far as it goes.
        ///
        /// Nothing is decompressed, since chunks contain their lengths.
        ///
        /// - Throws: `CodecError.damaged` if it is no xz stream of LZMA2 blocks.
        static func largest(in bytes: RawSpan) throws(CodecError) -> Int {
            guard bytes.has([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0]), let check = bytes.u8(at: 7) else {
                throw .damaged(.tiff, "a strip or tile is not an xz stream")
            }
            let checkBytes = Self.checkBytes(of: Int(check & 15))
            var (offset, largest) = (12, 0)
            while let length = bytes.u8(at: offset), length > 0 {
                guard let dictionary = dictionary(in: bytes, at: offset) else {
                    throw .damaged(.tiff, "an xz block has no LZMA2 dictionary")
                }
                largest = max(largest, dictionary)
                let start = offset + (Int(length) + 1) * 4
                guard let end = endOfChunks(in: bytes, from: start) else { break }
                offset = start + (end - start + 3) / 4 * 4 + checkBytes
            }
            return largest
        }

        /// Reads the dictionary size in the header of a block; nil without an LZMA2 filter.
        private static func dictionary(in bytes: RawSpan, at offset: Int) -> Int? {
            guard let flags = bytes.u8(at: offset + 1) else { return nil }
            var next = offset + 2
            for flag in [UInt8(0x40), 0x80] where flags & flag != 0 {
                guard number(in: bytes, at: &next) != nil else { return nil }
            }
            for _ in 0...flags & 3 {
                guard let filter = number(in: bytes, at: &next),
                    let size = number(in: bytes, at: &next), size <= 1024
                else { return nil }
                if filter == 0x21 {
                    guard size == 1, let code = bytes.u8(at: next), code <= 40 else { return nil }
                    return code == 40 ? 1 << 32 - 1 : (2 | Int(code & 1)) << (Int(code) / 2 + 11)
                }
                next += size
            }
            return nil
        }

        /// Reads a number of seven bits a byte, nine bytes at most.
        private static func number(in bytes: RawSpan, at offset: inout Int) -> Int? {
            var value = 0
            for shift in 0..<9 {
                guard let byte = bytes.u8(at: offset) else { return nil }
                offset += 1
                value |= Int(byte & 0x7F) << (shift * 7)
                if byte < 0x80 { return value }
            }
            return nil
        }

        /// Returns the offset after the LZMA2 chunks from `offset`; nil if they do not end.
        private static func endOfChunks(in bytes: RawSpan, from offset: Int) -> Int? {
            var offset = offset
            while let control = bytes.u8(at: offset) {
                switch control {
                case 0: return offset + 1
                case 1, 2:
                    guard let size = bytes.u16(at: offset + 1, .big) else { return nil }
                    offset += 3 + Int(size) + 1
                case 0x80...:
                    guard let size = bytes.u16(at: offset + 3, .big) else { return nil }
                    offset += (control >= 0xC0 ? 6 : 5) + Int(size) + 1
                default: return nil
                }
            }
            return nil
        }

        /// Returns the bytes of the check after a block, by its type.
        private static func checkBytes(of type: Int) -> Int {
            [0, 4, 4, 4, 8, 8, 8, 16, 16, 16, 32, 32, 32, 64, 64, 64][type]
        }
    }
#endif
