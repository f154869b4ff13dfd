import ArgumentParser
import WebImage

/// `webimage prefetch`: loads the pictures of a list into the cache.
struct PrefetchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "prefetch",
        abstract: "Loads the pictures of a list into the cache.",
        discussion: """
            LIST is a file, or - for standard input, which is read as it comes: one URL a
            line; empty lines and lines that begin with # are passed over. A URL counts
            once.
            Every picture is asked for anew, so that the cache holds what the origins have
            now; with --resume only those that the cache does not hold. The summary counts
            those that were in the cache, and are what the origin has, as skipped.
            A picture counts once it was decoded, as small as its format allows: an
            animation by its first frame, a JPEG by its first rows, since it is shown
            however damaged the rest is. With --by-header a header is enough.
            --keep-nothing checks pictures so and stores none, as crawlers need it.
            A picture that fails ends nothing but itself; the failures are counted at the
            end. Of equal failures the first is reported, with --verbose or --json each.

            Examples:
              webimage prefetch urls.txt
              webimage prefetch urls.txt --resume --jobs 100 --per-host 10
              webimage prefetch urls.txt --resume --dry-run
              webimage prefetch urls.txt --keep-nothing --json
              grep -o 'https://[^"]*jpg' page.html | webimage prefetch - --json
            """)

    @Argument(
        help: ArgumentHelp("A file of URLs, or - for standard input.", valueName: "list"),
        completion: .file())
    var list: String

    @Flag(name: .long, help: "Load only pictures that are not in the cache.")
    var resume = false

    @Flag(name: .long, help: "Tell what would be loaded, and load nothing.")
    var dryRun = false

    @Flag(name: .long, help: "Check pictures by their headers, and decode no pixels.")
    var byHeader = false

    @Flag(name: .long, help: "Check pictures, and keep none; the cache is not read.")
    var keepNothing = false

    @OptionGroup var loading: LoadingOptions

    func validate() throws {
        if list == "" { throw ValidationError("The list is empty.") }
        if dryRun, loading.report.quiet {
            throw ValidationError("--dry-run and --quiet exclude each other.")
        }
        if keepNothing, resume || dryRun {
            throw ValidationError(
                "--keep-nothing and \(resume ? "--resume" : "--dry-run") exclude each other.")
        }
        let source = Source(list)
        if source.kind == .url, !source.isFileURL {
            throw ValidationError(
                "expected a file of URLs, found a URL; 'webimage get \(source.display)' loads one into the cache."
            )
        }
    }

    func run() async throws {
        let session = Session(loading, asksOrigins: !dryRun)
        if await failed(session) { throw ExitCode.failure }
    }

    private func failed(_ session: Session) async -> Bool {
        do throws(SourceFailure) {
            if dryRun {
                return try await PrefetchPlan(session: session, path: list, resumes: resume).run()
            }
            return try await PrefetchJob(
                session: session, path: list, options: options,
                target: keepNothing ? .nothing : .disk, check: byHeader ? .header : .pixels,
                concurrency: loading.network.jobs ?? 32, isQuiet: loading.report.quiet
            ).run()
        } catch {
            Output.standard.message("webimage: \(error.stage): \(error.reason.onOneLine)")
            return true
        }
    }

    private var options: ImageOptions {
        var options = loading.requestOptions()
        options.cachePolicy = resume ? .normal : .refresh
        // All slots: low priority leaves some to other loads, of which this process has none.
        options.priority = .normal
        return options
    }
}
