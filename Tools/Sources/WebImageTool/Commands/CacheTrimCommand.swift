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

    @OptionGroup var place: CacheOptions

    func run() async throws {
        try await CacheReport.make(of: place) { cache throws(DiskError) in try cache.trim() }
    }
}
