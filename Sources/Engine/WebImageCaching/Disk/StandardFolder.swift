#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The folder of a user's cache (XDG Base Directory Specification 0.8).
package enum StandardFolder {
    /// Returns the folder of a name in `$XDG_CACHE_HOME`, else in `~/.cache`.
    ///
    /// A relative path in the environment is ignored, as the specification demands.
    package static func path(
        of name: String = "webimage", environment: (String) -> String?, home: () -> String?
    ) -> String {
        func absolute(_ path: String?) -> String? { path.flatMap { $0.hasPrefix("/") ? $0 : nil } }
        if let caches = absolute(environment("XDG_CACHE_HOME")) { return "\(caches)/\(name)" }
        // Without a home it is a folder that cannot be made, rather than one that other users can
        // make.
        let home = absolute(environment("HOME")) ?? absolute(home()) ?? ""
        return "\(home)/.cache/\(name)"
    }

    /// Returns the folder of a name for this process.
    package static func current(_ name: String = "webimage") -> String {
        path(
            of: name,
            environment: { name in
                // Safe because the value is copied at once.
                unsafe getenv(name).map { unsafe String(cString: $0) }
            }, home: homeOfUser)
    }

    private static func homeOfUser() -> String? {
        var record = unsafe passwd()
        var found: UnsafeMutablePointer<passwd>?
        // Safe because record and buffer outlive the path, which is copied.
        return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 16 << 10) { buffer in
            guard let base = buffer.baseAddress,
                unsafe getpwuid_r(getuid(), &record, base, buffer.count, &found) == 0,
                let path = unsafe found?.pointee.pw_dir
            else { return nil }
            return unsafe String(cString: path)
        }
    }

    /// Completes a relative path with the working folder.
    static func absolute(_ path: String) -> String {
        if path.hasPrefix("/") { return path }
        // Safe because the text is copied, then freed.
        guard let working = unsafe getcwd(nil, 0) else { return "/\(path)" }
        defer { unsafe free(working) }
        return unsafe path.isEmpty
            ? String(cString: working) : "\(String(cString: working))/\(path)"
    }
}
