import ArgumentParser
import WebImage

/// `webimage cache remove`: removes the entries of URLs from the disk cache.
struct CacheRemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Removes the entries of URLs from the disk cache.",
        discussion: """
            Entries of other header fields and users are removed, too.

            Examples:
              webimage cache remove https://example.com/cat.jpg
              webimage cache remove --prefix https://example.com/
            """)

    @Argument(help: ArgumentHelp("The URLs.", valueName: "url"))
    var urls: [String]

    @Flag(name: .long, help: "Remove all URLs that begin so.")
    var prefix = false

    @OptionGroup var change: CacheChangeOptions
    @OptionGroup var place: CacheOptions

    func validate() throws {
        if urls.contains("") { throw ValidationError("A URL is empty.") }
        if change.quiet, place.json {
            throw ValidationError("--quiet and --json exclude each other.")
        }
    }

    func run() async throws {
        var failed = false
        for url in urls {
            let count = try await removed(url)
            let name = Source(url).display
            if count == 0 {
                failed = true
                Output.standard.message(
                    "webimage: cache: \(name): there is no entry; a query counts, and "
                        + "--prefix removes all URLs that begin so")
            } else if !place.json, !change.quiet {
                let end = change.dryRun ? "would be removed" : "removed"
                Output.standard.result("\(name): \(CacheReport.entries(count)) \(end)")
            }
            if place.json {
                var members: [(name: String, value: JSONValue)] = [
                    ("url", .text(name)), ("removed_entries", .number(count)),
                ]
                if change.dryRun { members.append(("dry_run", .bool(true))) }
                Output.standard.result(JSONValue.object(members).text)
            }
        }
        if failed || !Output.standard.isIntact { throw ExitCode.failure }
    }

    /// Removes the entries of a URL, unless that is only tried, and returns their number.
    private func removed(_ url: String) async throws -> Int {
        var count = 0
        try CacheReport.withFailures {
            () throws(DiskError) in
            try place.cache.removeEntries { key, head, byteCount in
                let found = CacheEntryReport(key: key, head, byteCount: byteCount).url
                let isMeant = prefix ? found.hasPrefix(url) : found == url
                if isMeant { count += 1 }
                return isMeant && !change.dryRun
            }
        }
        guard count == 0, !prefix else { return count }
        // Keys have the normal form of a URL, which the pipeline knows.
        var pipeline = ImagePipeline.standard
        pipeline.disk = place.cache
        guard let places = try? await pipeline.cachePlaces(of: url), places.contains(.disk) else {
            return 0
        }
        if change.dryRun { return 1 }
        do throws(ImageError) {
            try await pipeline.removeCached(url)
            return 1
        } catch {
            Output.standard.message("webimage: \(error.stage): \(error.reason.onOneLine)")
            throw ExitCode.failure
        }
    }
}
