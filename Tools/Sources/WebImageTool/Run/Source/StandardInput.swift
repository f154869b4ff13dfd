import WebImage

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Reads standard input, or a file, to its end; blocks.
enum StandardInput {
    private static let chunkByteCount = 1 << 16

    static func read(atMost limit: Int) throws(SourceFailure) -> ByteBlock {
        try read(STDIN_FILENO, "standard input", atMost: limit)
    }

    /// Reads a regular file, of any name that the system allows.
    static func readFile(_ path: String, atMost limit: Int) throws(SourceFailure) -> ByteBlock {
        let name = path.printable
        // Opening a pipe would otherwise wait for a writer.
        let descriptor = path.withSystemPath { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
        guard descriptor >= 0 else { throw failure(name, SystemError.words(errno)) }
        defer { close(descriptor) }
        guard FileState(of: path) == .file else { throw failure(name, "is not a regular file") }
        return try read(descriptor, name, atMost: limit)
    }

    private static func read(
        _ descriptor: CInt, _ name: String, atMost limit: Int
    ) throws(SourceFailure) -> ByteBlock {
        var blocks: [ByteBlock] = []
        var count = 0
        while true {
            let block = try ByteBlock(capacity: chunkByteCount) {
                buffer throws(SourceFailure) in try chunk(of: descriptor, name, into: buffer)
            }
            if block.count == 0 { return ByteBlock.joining(blocks) }
            count += block.count
            guard count <= limit else {
                throw failure(name, "received \(count) bytes or more, the limit is \(limit)")
            }
            blocks.append(block)
        }
    }

    private static func chunk(
        of descriptor: CInt, _ name: String, into buffer: UnsafeMutableRawBufferPointer
    ) throws(SourceFailure) -> Int {
        var filled = 0
        while filled < buffer.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
            let (got, code) = Descriptor.read(descriptor, into: rest)
            guard code == 0 else { throw failure(name, SystemError.words(code)) }
            if got == 0 { break }
            filled += got
        }
        return filled
    }

    private static func failure(_ name: String, _ reason: String) -> SourceFailure {
        SourceFailure(stage: "load", reason: "\(name): \(reason)")
    }
}
