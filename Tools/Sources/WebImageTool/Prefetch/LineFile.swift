import WebImage

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A file, or standard input, that is read in pieces.
final class LineFile: Sendable {
    private static let chunkByteCount = 1 << 14

    private let descriptor: CInt
    private let name: String

    private init(descriptor: CInt, name: String) {
        self.descriptor = descriptor
        self.name = name
    }

    deinit {
        if descriptor != STDIN_FILENO { close(descriptor) }
    }

    /// Opens the file at a path, `-` for standard input.
    static func opened(_ path: String) throws(SourceFailure) -> LineFile {
        if path == "-" { return LineFile(descriptor: STDIN_FILENO, name: "standard input") }
        let descriptor = path.withSystemPath { open($0, O_RDONLY | O_CLOEXEC) }
        // A URL in place of a list may have a password.
        let name = Source(path).display
        guard descriptor >= 0 else { throw failure(name, errno) }
        return LineFile(descriptor: descriptor, name: name)
    }

    /// Reads the next available bytes, none at the end; blocks.
    func read() throws(SourceFailure) -> [UInt8] {
        var code: CInt = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: Self.chunkByteCount) { buffer, count in
            (count, code) = Descriptor.read(descriptor, into: UnsafeMutableRawBufferPointer(buffer))
        }
        guard code == 0 else { throw Self.failure(name, code) }
        return bytes
    }

    /// Returns the failure of a list whose content is wrong.
    func failure(_ reason: String) -> SourceFailure {
        SourceFailure(stage: "list", reason: "\(name): \(reason)")
    }

    private static func failure(_ name: String, _ code: CInt) -> SourceFailure {
        SourceFailure(stage: "list", reason: "\(name): \(SystemError.words(code))")
    }
}
