import ArgumentParser
import WebImage

/// The report of `cache` after its work.
enum CacheReport {
    /// The content of a cache and of its results together.
    private struct Usage {
        var entryCount = 0
        var byteCount = 0
        /// The entries among them that `get` made.
        var resultCount = 0

        init(of place: CacheOptions) throws(DiskError) {
            for (part, isResult) in zip(place.parts, [false, true]) {
                let usage = try part.usage()
                entryCount += usage.entryCount
                // A file with holes may claim any size.
                let (sum, overflow) = byteCount.addingReportingOverflow(usage.byteCount)
                byteCount = overflow ? .max : sum
                if isResult { resultCount = usage.entryCount }
            }
        }

        /// The numbers in words.
        var words: String {
            let results = resultCount > 0 ? " (\(resultCount) of them made by get)" : ""
            return "\(CacheReport.entries(entryCount))\(results), \(byteCount) bytes"
        }
    }

    /// Does `work` with each part of the cache, then prints its usage; on failure ends with status
    /// 1.
    static func make(
        of place: CacheOptions, isQuiet: Bool = false,
        after work: (DiskCache) throws(DiskError) -> Void
    ) async throws {
        try withFailures {
            () throws(DiskError) in
            let before = try Usage(of: place)
            var failure: DiskError?
            for part in place.parts {
                do throws(DiskError) { try work(part) } catch { failure = failure ?? error }
            }
            if let failure { throw failure }
            let usage = try Usage(of: place)
            if isQuiet { return }
            Output.standard.result(text(of: usage, before: before, place))
        }
    }

    /// Prints the usage of a cache whose entries would all be removed.
    static func dryRun(of place: CacheOptions) throws {
        let folder = place.cache.folder
        try withFailures {
            () throws(DiskError) in
            let usage = try Usage(of: place)
            let report = JSONValue.object([
                ("folder", .text(folder)), ("dry_run", .bool(true)),
                ("removed_entries", .number(usage.entryCount)),
                ("removed_bytes", .number(usage.byteCount)),
            ])
            Output.standard.result(
                place.json ? report.text : "\(folder.printable): \(usage.words) would be removed")
        }
    }

    /// Does `work`; on failure prints the reason and ends with status 1.
    static func withFailures(_ work: () throws(DiskError) -> Void) throws {
        do throws(DiskError) {
            try work()
        } catch {
            Output.standard.message(
                "webimage: cache: \(error.description.inWordsOfTheCommand.onOneLine)")
            throw ExitCode.failure
        }
        guard Output.standard.isIntact else { throw ExitCode.failure }
    }

    private static func text(
        of usage: Usage, before: Usage, _ place: CacheOptions
    ) -> String {
        let folder = place.cache.folder
        let removed = max(0, before.entryCount - usage.entryCount)
        if place.json {
            return JSONValue.object([
                ("folder", .text(folder)), ("entries", .number(usage.entryCount)),
                ("results", .number(usage.resultCount)), ("bytes", .number(usage.byteCount)),
                ("removed_entries", .number(removed)),
                ("removed_bytes", .number(max(0, before.byteCount - usage.byteCount))),
            ]).text
        }
        let start = "\(folder.printable): \(usage.words)"
        return removed > 0 ? "\(start), \(removed) removed" : start
    }

    static func entries(_ count: Int) -> String {
        count == 1 ? "1 entry" : "\(count) entries"
    }
}
