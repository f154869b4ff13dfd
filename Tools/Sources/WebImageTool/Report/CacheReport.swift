import ArgumentParser
import WebImage

/// The report of `cache` after its work.
enum CacheReport {
    /// Does `work` with the cache, then prints its usage; on failure ends with status 1.
    static func make(
        of place: CacheOptions, isQuiet: Bool = false,
        after work: (DiskCache) throws(DiskError) -> Void
    ) async throws {
        let cache = place.cache
        try withFailures {
            () throws(DiskError) in
            let before = try cache.usage()
            try work(cache)
            let usage = try cache.usage()
            if isQuiet { return }
            Output.standard.result(text(of: usage, before: before, in: cache, place))
        }
    }

    /// Prints the usage of a cache whose entries would all be removed.
    static func dryRun(of place: CacheOptions) throws {
        let cache = place.cache
        try withFailures {
            () throws(DiskError) in
            let usage = try cache.usage()
            let report = JSONValue.object([
                ("folder", .text(cache.folder)), ("dry_run", .bool(true)),
                ("removed_entries", .number(usage.entryCount)),
                ("removed_bytes", .number(usage.byteCount)),
            ])
            let words = "\(entries(usage.entryCount)), \(usage.byteCount) bytes would be removed"
            Output.standard.result(
                place.json ? report.text : "\(cache.folder.printable): \(words)")
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
        of usage: CacheUsage, before: CacheUsage, in cache: DiskCache, _ place: CacheOptions
    ) -> String {
        let removed = max(0, before.entryCount - usage.entryCount)
        if place.json {
            return JSONValue.object([
                ("folder", .text(cache.folder)), ("entries", .number(usage.entryCount)),
                ("bytes", .number(usage.byteCount)), ("removed_entries", .number(removed)),
                ("removed_bytes", .number(max(0, before.byteCount - usage.byteCount))),
            ]).text
        }
        let start =
            "\(cache.folder.printable): \(Self.entries(usage.entryCount)), \(usage.byteCount) bytes"
        return removed > 0 ? "\(start), \(removed) removed" : start
    }

    static func entries(_ count: Int) -> String {
        count == 1 ? "1 entry" : "\(count) entries"
    }
}
