import ArgumentParser

/// `webimage cache`: shows, clears or trims the disk cache.
struct CacheCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cache",
        abstract: "Shows, lists, clears or trims the disk cache.",
        discussion: """
            Examples:
              webimage cache info --json
              webimage cache list https://example.com/
              webimage cache remove https://example.com/cat.jpg
              webimage cache trim
              webimage cache clear --cache-dir /var/tmp/pictures
            """,
        subcommands: [
            CacheInfoCommand.self, CacheListCommand.self, CacheRemoveCommand.self,
            CacheClearCommand.self, CacheTrimCommand.self,
        ])
}
