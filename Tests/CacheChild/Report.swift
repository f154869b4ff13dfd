#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Lines to the process that started this one.
enum Report {
    /// Writes a line unbuffered, so that it arrives even if the process is killed at once.
    static func line(_ text: String) {
        let bytes = Array((text + "\n").utf8)
        _ = write(STDOUT_FILENO, bytes, bytes.count)
    }

    /// Reports a violated expectation and ends the process.
    static func fail(_ reason: String) -> Never {
        line("! \(reason)")
        exit(3)
    }
}
