public import WebImagePipeline

extension ImagePipeline {
    /// The pipeline for most programs: all installed codecs, both caches, http and https.
    ///
    /// Its transport belongs to the process and is never shut down. A program that wants another
    /// pipeline here sets one before the first use (``setStandard(_:)``).
    public static var standard: ImagePipeline {
        StandardPipeline.ofProcess.current { ImagePipeline(transport: InstalledHTTP.transport) }
    }

    /// Sets the pipeline that ``standard`` returns, once, before its first use.
    ///
    /// ```swift
    /// guard ImagePipeline.setStandard(pipeline) else { return }
    /// ```
    ///
    /// - Returns: `false`, with nothing changed, if the standard pipeline was used or set before.
    public static func setStandard(_ pipeline: ImagePipeline) -> Bool {
        StandardPipeline.ofProcess.set(pipeline)
    }

    /// Returns a new transport, which the caller has to shut down; nil without the trait HTTP.
    public static func makeTransport() -> (any HTTPTransport)? { InstalledHTTP.makeTransport() }

    /// Creates a pipeline with the standard stages.
    ///
    /// - Parameters:
    ///   - transport: The transport of HTTP exchanges; nil refuses http and https.
    ///   - memory: The cache of decoded images; the default one shrinks under memory pressure.
    ///   - disk: The cache of encoded bytes, shared by processes; nil for none. The files of
    ///     `file(for:as:settings:)` are kept in its part `results`; set `results` for another place.
    ///   - loaders: The loaders of further schemes, such as `["photos": PhotoLibrary()]`.
    ///   - cookies: The cookies of all loads; nil if each load has its own.
    ///   - limits: The limits on sizes, numbers and concurrent work.
    public init(
        transport: (any HTTPTransport)?, memory: any ImageCache = MemoryCache(pressure: .system),
        disk: (any DataCache)? = DiskCache(folder: DiskCache.standardFolder),
        loaders: [String: any ImageLoader] = [:], cookies: CookieJar? = nil,
        limits: PipelineLimits = PipelineLimits()
    ) {
        let loader = SchemeLoader(
            over: transport, defaultHeaders: ["Accept": CodecList.installed.accept],
            cookies: cookies, adding: loaders)
        self.init(memory: memory, disk: disk, loader: loader, codecs: .installed, limits: limits)
        resultMemory = MemoryCache(maxBytes: 64 << 20, pressure: .system)
    }
}

/// Runs `body` with a pipeline that has its own transport, and shuts the transport down afterwards.
///
/// - Parameters:
///   - disk: The cache of encoded bytes, shared by processes; nil for none.
///   - limits: The limits on sizes, numbers and concurrent work.
///   - body: Uses the pipeline, which fails all HTTP loads after the end of `body`.
/// - Returns: The result of `body`.
/// - Throws: The errors of `body`.
public func withImagePipeline<Result>(
    disk: (any DataCache)? = DiskCache(folder: DiskCache.standardFolder),
    limits: PipelineLimits = PipelineLimits(),
    _ body: (ImagePipeline) async throws -> Result
) async throws -> Result {
    let transport = InstalledHTTP.makeTransport()
    let pipeline = ImagePipeline(transport: transport, disk: disk, limits: limits)
    do {
        let result = try await body(pipeline)
        await pipeline.flush()
        await transport?.shutdown()
        return result
    } catch {
        await pipeline.flush()
        await transport?.shutdown()
        throw error
    }
}
