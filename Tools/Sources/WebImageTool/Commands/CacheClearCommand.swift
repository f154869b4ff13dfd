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

    @OptionGroup var place: CacheOptions

    func run() async throws {
        try await CacheReport.make(of: place) { cache throws(DiskError) in try cache.removeAll() }
    }
}
