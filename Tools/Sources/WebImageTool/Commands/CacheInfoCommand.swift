import ArgumentParser

/// `webimage cache info`: prints the size of the disk cache.
struct CacheInfoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info", abstract: "Prints the number of entries and bytes in the disk cache.",
        discussion: """
            Example:
              webimage cache info --json
            """)

    @OptionGroup var place: CacheOptions

    func run() async throws {
        try await CacheReport.make(of: place) { _ in }
    }
}
