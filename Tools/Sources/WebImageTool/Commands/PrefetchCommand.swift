import ArgumentParser
import WebImage

/// `webimage prefetch`: loads the pictures of a list into the cache.
struct PrefetchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "prefetch",
        abstract: "Loads the pictures of a list into the cache.",
        discussion: """
            LIST is a file, or - for standard input, which is read as it comes: one URL a line;
            empty lines and lines that begin with # are passed over. A URL counts once.
            Every picture is asked for anew, so that the cache holds what the origins have now;
            with --resume only those that the cache does not hold.
            A picture that fails ends nothing but itself; the failures are counted at the end.

            Examples:
              webimage prefetch urls.txt
              webimage prefetch urls.txt --resume --concurrency 100 --per-host 10
              grep -o 'https://[^"]*jpg' page.html | webimage prefetch - --json
            """)

    @Argument(help: ArgumentHelp("A file of URLs, or - for standard input.", valueName: "list"))
    var list: String

    @Option(
        name: .long, help: "The number of URLs loaded at once (default: 32).",
        transform: { try NumberArgument.read($0, in: 1...1000) })
    var concurrency: Int?

    @Option(
        name: .long, help: "The number of concurrent transfers from one host (default: 6).",
        transform: { try NumberArgument.read($0, in: 1...1000) })
    var perHost: Int?

    @Flag(name: .long, help: "Load only pictures that are not in the cache.")
    var resume = false

    @OptionGroup var loading: LoadingOptions

    func validate() throws {
        if list == "" { throw ValidationError("The list is empty.") }
        if loading.noCache { throw ValidationError("--no-cache cannot be used with prefetch.") }
    }

    func run() async throws {
        let job = PrefetchJob(
            session: Session(loading, transfers: limits), path: list, options: options,
            headers: HeaderFields(loading.header.map { ($0.name, $0.value) }),
            concurrency: concurrency ?? 32)
        if await failed(job) { throw ExitCode.failure }
    }

    private func failed(_ job: PrefetchJob) async -> Bool {
        do throws(SourceFailure) {
            return try await job.run()
        } catch {
            Output.standard.message("webimage: \(error.stage): \(error.reason.onOneLine)")
            return true
        }
    }

    private var options: ImageOptions {
        var options = loading.requestOptions
        options.cachePolicy = resume ? .normal : .refresh
        // All slots: low priority leaves some to other loads, of which this process has none.
        options.priority = .normal
        return options
    }

    private var limits: LoadLimits {
        let standard = LoadLimits()
        return LoadLimits(
            maxTransfers: max(concurrency ?? 0, standard.maxTransfers),
            maxTransfersPerHost: perHost ?? standard.maxTransfersPerHost)
    }
}
