import ArgumentParser
import WebImage

/// `webimage cache trim`: removes expired entries, then the least recently used beyond the limits.
struct CacheTrimCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trim",
        abstract: "Removes expired entries, then those used longest ago until the limits hold.",
        discussion: """
            Example:
              webimage cache trim --cache-dir /var/tmp/pictures
            """)

    @Flag(name: .shortAndLong, help: "Print failures only.")
    var quiet = false

    @OptionGroup var place: CacheOptions

    func validate() throws {
        if quiet, place.json {
            throw ValidationError("--quiet and --json exclude each other.")
        }
    }

    func run() async throws {
        try await CacheReport.make(of: place, isQuiet: quiet) { cache throws(DiskError) in
            try cache.trim()
        }
    }
}
