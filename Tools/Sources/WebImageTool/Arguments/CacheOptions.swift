import ArgumentParser
import WebImage

/// Which disk cache, and how to report.
struct CacheOptions: ParsableArguments {
    @Option(name: .long, help: "The folder of the disk cache.")
    var cacheDir: String?

    @Flag(name: .long, help: "Print one JSON object.")
    var json = false

    /// The folder named, else this user's.
    var folder: String { cacheDir ?? DiskCache.standardFolder }

    func validate() throws {
        if cacheDir == "" { throw ValidationError("--cache-dir needs a folder.") }
    }
}
