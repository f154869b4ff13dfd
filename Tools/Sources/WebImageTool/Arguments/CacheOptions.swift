import ArgumentParser
import WebImage

/// The options for the disk cache and the form of the report.
struct CacheOptions: ParsableArguments {
    @Option(name: .long, help: "The folder of the disk cache.", completion: .directory)
    var cacheDir: String?

    @Flag(name: .long, help: "Use the folder even if other users own it or can write to it.")
    var allowSharedCache = false

    @Flag(name: .long, help: "Print one JSON object.")
    var json = false

    /// The cache in the given folder, else the user's own.
    var cache: DiskCache {
        DiskCache(
            folder: cacheDir ?? DiskCache.standardFolder, allowsSharedFolder: allowSharedCache)
    }

    /// The parts of that cache: what was loaded, and what `get` made of it.
    var parts: [DiskCache] {
        let cache = cache
        return [cache, cache.results]
    }

    func validate() throws {
        if cacheDir == "" { throw ValidationError("--cache-dir needs a folder.") }
    }
}
