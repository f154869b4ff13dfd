import WebImageBytes

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
