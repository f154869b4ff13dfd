#if Sandbox && os(Linux)
    /// The bytes of a packet that is being written; numbers are little-endian.
    struct PacketWriter {
        private(set) var bytes: [UInt8] = []

        mutating func write(_ value: some FixedWidthInteger) {
            withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
        }

        mutating func write(_ value: Bool) { write(UInt8(value ? 1 : 0)) }

        /// Writes a number as 8 bytes.
        mutating func write(count: Int) { write(Int64(count)) }

        /// Writes a text as a count of 2 bytes and its UTF-8, cut at `limit` bytes.
        mutating func write(_ text: String, limit: Int) {
            let cut = text.utf8.prefix(limit)
            write(UInt16(cut.count))
            bytes.append(contentsOf: cut)
        }

        /// Writes whether there is a value, and the value.
        mutating func write<Value>(
            _ value: Value?, _ body: (inout PacketWriter, Value) -> Void
        ) {
            write(value != nil)
            if let value { body(&self, value) }
        }
    }
#endif
