#if os(Linux)
    import Glibc

    /// The peak of this process's memory, for tests in a process of their own.
    package enum PeakMemory {
        /// Returns the bytes by which memory in use grows at most while `body` runs.
        ///
        /// - Throws: `Missing` if the system tells nothing, and the errors of `body`.
        package static func growth(during body: () throws -> Void) throws -> Int {
            // The system counts the peak anew.
            guard let file = fopen("/proc/self/clear_refs", "w") else { throw Missing() }
            fputs("5", file)
            fclose(file)
            let before = try bytes("VmRSS:")
            try body()
            return try peak() - before
        }

        /// Returns the largest number of bytes in use so far.
        package static func peak() throws -> Int { try bytes("VmHWM:") }

        /// No such line in `/proc/self/status`.
        package struct Missing: Error {}

        private static func bytes(_ name: String) throws -> Int {
            guard let file = fopen("/proc/self/status", "r") else { throw Missing() }
            defer { fclose(file) }
            var line = [CChar](repeating: 0, count: 256)
            while fgets(&line, Int32(line.count), file) != nil {
                let text = String(
                    decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
                guard text.hasPrefix(name) else { continue }
                let words = text.split(whereSeparator: \.isWhitespace)
                guard words.count > 1, let kilobytes = Int(words[1]) else { break }
                return kilobytes << 10
            }
            throw Missing()
        }
    }
#endif
