#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

extension DiskError: CustomStringConvertible {
    /// The action, the path and the reason.
    public var description: String {
        "\(action) \(path): \(reason ?? systemReason)"
    }

    /// The system's words for the error number.
    public var systemReason: String {
        // Safe because `strerror` returns a C string that is copied at once.
        guard let words = unsafe strerror(code) else { return "error \(code)" }
        return unsafe String(cString: words)
    }
}
