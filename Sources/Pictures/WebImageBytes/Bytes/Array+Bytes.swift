extension [UInt8] {
    /// Calls `body` with a view of the bytes.
    @inlinable
    package func withView<Result, Failure: Error>(
        _ body: (RawSpan) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // Safe because the view is of this array's own bytes, for which every value is valid.
        try body(unsafe span.bytes)
    }

    /// Appends a number of two or four bytes.
    @inlinable
    package mutating func add<Number: FixedWidthInteger>(
        _ number: Number, _ order: ByteReader.Order
    ) {
        for index in 0..<Number.bitWidth / 8 {
            let shift = order == .little ? index : Number.bitWidth / 8 - 1 - index
            append(UInt8(truncatingIfNeeded: number >> Number(shift * 8)))
        }
    }

    /// Overwrites the bytes of a number.
    @inlinable
    package mutating func set<Number: FixedWidthInteger>(
        _ number: Number, at offset: Int, _ order: ByteReader.Order
    ) {
        var bytes: [UInt8] = []
        bytes.add(number, order)
        replaceSubrange(offset..<offset + bytes.count, with: bytes)
    }
}
