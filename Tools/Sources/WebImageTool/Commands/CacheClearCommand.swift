import ArgumentParser
import WebImage

/// `webimage cache clear`: removes all entries of the disk cache.
struct CacheClearCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clear", abstract: "Removes all entries of the disk cache.",
        discussion: """
            Example:
              webimage cache clear
            """)

    @OptionGroup var change: CacheChangeOptions
    @OptionGroup var place: CacheOptions

    func validate() throws {
        if change.quiet, place.json {
            throw ValidationError("--quiet and --json exclude each other.")
        }
    }

    func run() async throws {
        if change.dryRun { return try CacheReport.dryRun(of: place) }
        try await CacheReport.make(of: place, isQuiet: change.quiet) { cache throws(DiskError) in
            try cache.removeAll()
        }
    }
}
