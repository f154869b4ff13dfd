import ArgumentParser
import WebImage

/// `webimage cache remove`: removes the entries of URLs from the disk cache.
struct CacheRemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Removes the entries of URLs from the disk cache.",
        discussion: """
            Entries of other header fields and users are removed, too, and what get made of them.

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
        let count = try remove { prefix ? $0.hasPrefix(url) : $0 == url }
        guard count == 0, !prefix, let name = try await name(of: url) else { return count }
        return try remove { $0 == name }
    }

    /// Removes the entries of some URLs, unless that is only tried, and returns their number.
    private func remove(where isMeant: (String) -> Bool) throws -> Int {
        var count = 0
        try CacheReport.withFailures {
            () throws(DiskError) in
            for part in place.parts {
                try part.removeEntries { key, _, _ in
                    let isMeant = isMeant(CacheEntryReport.url(of: key))
                    if isMeant { count += 1 }
                    return isMeant && !change.dryRun
                }
            }
        }
        return count
    }

    /// Returns the URL as keys of entries have it, in its normal form; nil if no entry is of it.
    private func name(of url: String) async throws -> String? {
        var names: Set<String> = []
        try CacheReport.withFailures {
            () throws(DiskError) in
            for part in place.parts {
                try part.removeEntries { key, _, _ in
                    names.insert(CacheEntryReport.url(of: key))
                    return false
                }
            }
        }
        // The pipeline knows the normal form.
        let pipeline = ImagePipeline.standard
        guard let wanted = try? await pipeline.cacheKeys(for: url).data else { return nil }
        for name in names {
            if let keys = try? await pipeline.cacheKeys(for: name), keys.data == wanted {
                return name
            }
        }
        return nil
    }
}
