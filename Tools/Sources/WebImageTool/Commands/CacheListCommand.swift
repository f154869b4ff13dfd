import ArgumentParser
import WebImage

/// `webimage cache list`: prints the entries of the disk cache.
struct CacheListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Prints the entries of the disk cache, by URL.",
        discussion: """
            What get made of a picture is listed after it, as a result.
            User and query of a URL are not shown, since they may be secret.
            With --json each entry is one object.

            Examples:
              webimage cache list
              webimage cache list https://example.com/ --json
            """)

    @Argument(help: ArgumentHelp("List only URLs that begin so.", valueName: "url"))
    var prefixes: [String] = []

    @OptionGroup var place: CacheOptions

    func run() async throws {
        var entries: [CacheEntryReport] = []
        let prefixes = prefixes
        try CacheReport.withFailures {
            () throws(DiskError) in
            for (part, isResult) in zip(place.parts, [false, true]) {
                try part.removeEntries { key, head, byteCount in
                    let entry = CacheEntryReport(
                        key: key, head, byteCount: byteCount, isResult: isResult)
                    let isListed =
                        prefixes.isEmpty || prefixes.contains { entry.url.hasPrefix($0) }
                    if isListed, !entry.isList { entries.append(entry) }
                    return false
                }
            }
        }
        for entry in entries.sorted(by: { $0.place < $1.place }) {
            Output.standard.result(place.json ? entry.json.text : entry.line)
        }
        guard Output.standard.isIntact else { throw ExitCode.failure }
    }
}
