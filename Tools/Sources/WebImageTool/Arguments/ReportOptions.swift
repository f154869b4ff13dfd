import ArgumentParser

/// The options for the report of a command that loads.
struct ReportOptions: ParsableArguments {
    @Flag(name: .long, help: "Print one JSON object for each source, and nothing else.")
    var json = false

    @Flag(name: .shortAndLong, help: "Print failures only.")
    var quiet = false

    func validate() throws {
        if quiet, json { throw ValidationError("--quiet and --json exclude each other.") }
    }
}

/// The option of commands that may do without a cache.
struct CacheUseOptions: ParsableArguments {
    @Flag(name: .long, help: "Neither read nor write the cache.")
    var noCache = false

    /// `true` if the disk cache takes part.
    var usesCache: Bool { !noCache }
}
