import ArgumentParser

/// The options of commands that remove entries of the disk cache.
struct CacheChangeOptions: ParsableArguments {
    @Flag(name: .shortAndLong, help: "Print failures only.")
    var quiet = false

    @Flag(name: .long, help: "Tell what would be removed, and remove nothing.")
    var dryRun = false

    func validate() throws {
        if quiet, dryRun { throw ValidationError("--quiet and --dry-run exclude each other.") }
    }
}
