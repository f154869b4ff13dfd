import WebImage

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Reads standard input to its end; blocks.
enum StandardInput {
    private static let chunkByteCount = 1 << 16

    static func read(atMost limit: Int) throws(SourceFailure) -> ByteBlock {
        var blocks: [ByteBlock] = []
        var count = 0
        while true {
            let block = try ByteBlock(capacity: chunkByteCount) {
                buffer throws(SourceFailure) in try chunk(into: buffer)
            }
            if block.count == 0 { return ByteBlock.joining(blocks) }
            count += block.count
            guard count <= limit else {
                throw failure("received \(count) bytes or more, the limit is \(limit)")
            }
            blocks.append(block)
        }
    }

    private static func chunk(
        into buffer: UnsafeMutableRawBufferPointer
    ) throws(SourceFailure) -> Int {
        var filled = 0
        while filled < buffer.count {
            let got = systemRead(
                STDIN_FILENO, buffer.baseAddress?.advanced(by: filled), buffer.count - filled)
            if got == 0 { break }
            if got > 0 { filled += got }
            if got < 0, errno != EINTR { throw failure(SystemError.words(errno)) }
        }
        return filled
    }

    private static func failure(_ reason: String) -> SourceFailure {
        SourceFailure(stage: "load", reason: "standard input: \(reason)")
    }
}

/// Calls the system's function, which the type's own function of that name hides.
private func systemRead(
    _ descriptor: CInt, _ buffer: UnsafeMutableRawPointer?, _ count: Int
) -> Int {
    read(descriptor, buffer, count)
}
