import ArgumentParser
import WebImage

/// The options for loading sources and reporting on them, shared by all commands that load.
struct LoadingOptions: ParsableArguments {
    @OptionGroup var network: NetworkOptions
    @OptionGroup var responses: ResponseOptions

    @Option(
        name: .long, help: "Seconds after which loading a source is abandoned.",
        transform: TimeoutArgument.read)
    var timeout: Duration?

    @Option(
        name: .long, help: "The most pixels a picture may have (default: 100000000).",
        transform: { try NumberArgument.read($0, in: 1...Int.max) })
    var maxPixels: Int?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Formats decoded in processes without rights: all, on-demand (SVG, TIFF, AVIF, HEIC, "
                + "JPEG XL) or off.", valueName: "formats"),
        completion: .list(SandboxArgument.allCases.map(\.rawValue)),
        transform: SandboxArgument.read)
    var sandbox = SandboxArgument.onDemand

    @Option(
        name: .long,
        help: "The folder of the disk cache (default: webimage in the user's cache folder).",
        completion: .directory)
    var cacheDir: String?

    @Flag(
        name: .long, help: "Use the cache folder even if other users own it or can write to it.")
    var allowSharedCache = false

    @OptionGroup var report: ReportOptions

    @Flag(name: .long, help: "Log pipeline events to standard error.")
    var verbose = false

    func validate() throws {
        if cacheDir == "" { throw ValidationError("--cache-dir needs a folder.") }
    }

    /// The disk cache in the given folder, else the user's own.
    var cache: DiskCache {
        DiskCache(
            folder: cacheDir ?? DiskCache.standardFolder, allowsSharedFolder: allowSharedCache)
    }

    /// The request options that the flags stand for.
    ///
    /// - Parameter usesCache: `false` if caches have no part in the loads.
    func requestOptions(usesCache: Bool = true) -> ImageOptions {
        var options = ImageOptions()
        options.timeout = timeout
        if !usesCache {
            options.memoryCaching = .off
            options.diskCaching = .off
        }
        return options
    }

    /// The limits of the pipeline; one in pixels sets that in bytes too: 4 a pixel for the bitmap
    /// and 3 for the decoder's own memory, at least 64 MB.
    var limits: PipelineLimits {
        var limits = PipelineLimits()
        limits.load.maxTransfers = max(network.jobs ?? 0, limits.load.maxTransfers)
        limits.load.maxTransfersPerHost = network.perHost ?? limits.load.maxTransfersPerHost
        if network.lastComeFirst { limits.load.transferOrder = .lastComeFirst }
        guard let maxPixels else { return limits }
        limits.decode.maxPixels = maxPixels
        let (bytes, overflow) = maxPixels.multipliedReportingOverflow(by: 7)
        limits.decode.maxBytes = overflow ? .max : max(bytes, 64 << 20)
        return limits
    }
}
