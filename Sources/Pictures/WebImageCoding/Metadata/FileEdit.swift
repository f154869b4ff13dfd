/// A file made of parts of another one, and of new bytes.
struct FileEdit {
    private enum Piece {
        case part(Range<Int>)
        case bytes([UInt8])
    }

    private var pieces: [Piece] = []
    /// The number of bytes so far.
    private(set) var byteCount = 0

    /// Appends a part of the source; parts that follow each other are joined.
    mutating func keep(_ part: Range<Int>) {
        byteCount += part.count
        if case .part(let last)? = pieces.last, last.upperBound == part.lowerBound {
            pieces[pieces.count - 1] = .part(last.lowerBound..<part.upperBound)
        } else {
            pieces.append(.part(part))
        }
    }

    /// Appends new bytes.
    mutating func add(_ bytes: [UInt8]) {
        byteCount += bytes.count
        if !bytes.isEmpty { pieces.append(.bytes(bytes)) }
    }

    /// Returns the file; the source itself if all of it is kept.
    ///
    /// - Throws: `CodecError.limit` without memory.
    func apply(to source: ByteBlock) throws(CodecError) -> ByteBlock {
        if pieces.count == 1, case .part(0..<source.count) = pieces[0] { return source }
        let output = GrowingBytes()
        for piece in pieces {
            switch piece {
            case .part(let range):
                try unsafe source.withUnsafeBytes { bytes throws(CodecError) in
                    let inside = range.clamped(to: 0..<bytes.count)
                    try unsafe output.append(UnsafeRawBufferPointer(rebasing: bytes[inside]))
                }
            case .bytes(let bytes): try output.append(bytes)
            }
        }
        return output.take()
    }
}

extension GrowingBytes {
    /// Appends a copy of an array.
    func append(_ bytes: [UInt8]) throws(CodecError) {
        try bytes.withView { view throws(CodecError) in
            // Safe because the buffer is read during the call only.
            try unsafe view.withUnsafeBytes { bytes throws(CodecError) in
                try unsafe append(bytes)
            }
        }
    }
}

extension RawSpan {
    /// Returns a copy of the bytes of a range; those inside, if it is not.
    package func copy(_ range: Range<Int>) -> [UInt8] {
        let inside = range.clamped(to: 0..<byteCount)
        // Safe because the copied range is inside the span.
        return unsafe withUnsafeBytes { bytes in unsafe Array(bytes[inside]) }
    }
}

extension [UInt8] {
    /// Appends a number of two or four bytes.
    mutating func add<Number: FixedWidthInteger>(_ number: Number, _ order: ByteReader.Order) {
        for index in 0..<Number.bitWidth / 8 {
            let shift = order == .little ? index : Number.bitWidth / 8 - 1 - index
            append(UInt8(truncatingIfNeeded: number >> Number(shift * 8)))
        }
    }

    /// Overwrites the bytes of a number.
    mutating func set<Number: FixedWidthInteger>(
        _ number: Number, at offset: Int, _ order: ByteReader.Order
    ) {
        var bytes: [UInt8] = []
        bytes.add(number, order)
        replaceSubrange(offset..<offset + bytes.count, with: bytes)
    }
}
