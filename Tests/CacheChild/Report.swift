#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Lines to whoever started this process.
enum Report {
    /// Writes a line at once, so that it is there though the process is killed right after.
    static func line(_ text: String) {
        let bytes = Array((text + "\n").utf8)
        _ = write(STDOUT_FILENO, bytes, bytes.count)
    }

    /// Says what must not have happened, and ends the process.
    static func fail(_ reason: String) -> Never {
        line("! \(reason)")
        exit(3)
    }
}
