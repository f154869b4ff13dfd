#if Sandbox && os(Linux)
    import WebImageCoding

    /// The bytes of a received packet, read in order; each read throws past the end.
    struct PacketReader {
        private let bytes: [UInt8]
        private var offset = 0

        init(_ bytes: [UInt8]) { self.bytes = bytes }

        /// `true` if all bytes were read.
        var isAtEnd: Bool { offset == bytes.count }

        mutating func read<Value: FixedWidthInteger>(
            _ type: Value.Type = Value.self
        ) throws(PacketError) -> Value {
            let size = MemoryLayout<Value>.size
            guard bytes.count - offset >= size else { throw PacketError("a message is too short") }
            defer { offset += size }
            return bytes.withUnsafeBytes {
                Value(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: Value.self))
            }
        }

        mutating func readFlag() throws(PacketError) -> Bool {
            switch try read(UInt8.self) {
            case 0: false
            case 1: true
            case let other: throw PacketError("a flag of \(other)")
            }
        }

        /// Reads a number of 8 bytes in a range.
        mutating func readCount(
            _ name: StaticString, in range: ClosedRange<Int> = 0...Int.max
        ) throws(PacketError) -> Int {
            let value = Int(try read(Int64.self))
            guard range.contains(value) else {
                throw PacketError("\(name) of \(value), expected \(range)")
            }
            return value
        }

        mutating func readText(limit: Int) throws(PacketError) -> String {
            let count = Int(try read(UInt16.self))
            guard count <= limit, bytes.count - offset >= count else {
                throw PacketError("a text of \(count) bytes, expected at most \(limit)")
            }
            defer { offset += count }
            return String(decoding: bytes[offset..<offset + count], as: UTF8.self)
        }

        mutating func readOptional<Value>(
            _ body: (inout PacketReader) throws(PacketError) -> Value
        ) throws(PacketError) -> Value? {
            try readFlag() ? try body(&self) : nil
        }

        /// Reads the value of an enumeration from one byte.
        mutating func readCase<Value: RawRepresentable<UInt8>>(
            _ type: Value.Type = Value.self
        ) throws(PacketError) -> Value {
            let raw = try read(UInt8.self)
            guard let value = Value(rawValue: raw) else {
                throw PacketError("\(type) of \(raw)")
            }
            return value
        }
    }

    /// A message that violates the protocol.
    struct PacketError: Error {
        let what: String

        init(_ what: String) { self.what = what }
    }
#endif
