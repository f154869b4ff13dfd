#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The small files below `/proc` and `/sys` that describe the process and the machine.
package enum SystemFile {
    /// The most bytes that are read of one file.
    private static let maxByteCount = 64 << 10

    /// Returns the text of a file; `nil` if it cannot be read.
    package static func text(_ path: String) -> String? {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        // These files have no size.
        var bytes: [UInt8] = []
        while bytes.count < maxByteCount {
            let room = min(4096, maxByteCount - bytes.count)
            var count = 0
            let part = unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, filled in
                // Safe because the system writes at most the buffer's bytes.
                count = unsafe read(descriptor, buffer.baseAddress, room)
                filled = max(count, 0)
            }
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { return nil }
            if count == 0 { break }
            bytes += part
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
