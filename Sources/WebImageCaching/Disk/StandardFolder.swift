#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Where a user's cache is (XDG Base Directory Specification 0.8).
package enum StandardFolder {
    /// `$XDG_CACHE_HOME/webimage`, else `~/.cache/webimage`; what isn't an absolute path is ignored,
    /// as the specification asks.
    package static func path(
        environment: (String) -> String?, home: () -> String?
    ) -> String {
        func absolute(_ path: String?) -> String? {
            path.flatMap { $0.hasPrefix("/") ? $0 : nil }
        }
        if let caches = absolute(environment("XDG_CACHE_HOME")) { return "\(caches)/webimage" }
        // A user without a home gets a folder that can't be made, rather than one that others can.
        let home = absolute(environment("HOME")) ?? absolute(home()) ?? ""
        return "\(home)/.cache/webimage"
    }

    /// The folder of this process's user.
    static var current: String {
        path(
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

    /// An absolute form of a path that may begin at the working folder.
    static func absolute(_ path: String) -> String {
        if path.hasPrefix("/") { return path }
        // Safe because the text is copied, then freed.
        guard let working = unsafe getcwd(nil, 0) else { return "/\(path)" }
        defer { unsafe free(working) }
        return unsafe path.isEmpty
            ? String(cString: working) : "\(String(cString: working))/\(path)"
    }
}
