import ArgumentParser

/// `webimage cache`: shows, clears or trims the disk cache.
struct CacheCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cache",
        abstract: "Shows, clears or trims the disk cache.",
        discussion: """
            Examples:
              webimage cache info --json
              webimage cache trim
              webimage cache clear --cache-dir /var/tmp/pictures
            """,
        subcommands: [CacheInfoCommand.self, CacheClearCommand.self, CacheTrimCommand.self])
}
