public import WebImagePipeline

extension ImagePipeline {
    /// The pipeline most programs need: every installed codec, both caches, http and https.
    ///
    /// Its transport belongs to the process and is never shut down.
    public static let standard = ImagePipeline(transport: InstalledHTTP.transport)

    /// A transport of one's own, to be shut down by who asked for it; nil without the trait HTTP.
    public static func makeTransport() -> (any HTTPTransport)? { InstalledHTTP.makeTransport() }

    /// A pipeline of the standard stages.
    ///
    /// - Parameters:
    ///   - transport: What makes HTTP exchanges; nil refuses http and https.
    ///   - memory: Keeps decoded images, and gives them back when the system runs short of memory.
    ///   - disk: Keeps encoded bytes across processes; nil for none.
    ///   - limits: What is refused, and how much is done at once.
    public init(
        transport: (any HTTPTransport)?, memory: any ImageCache = MemoryCache(pressure: .system),
        disk: (any DataCache)? = DiskCache(folder: DiskCache.standardFolder),
        limits: PipelineLimits = PipelineLimits()
    ) {
        let loader = SchemeLoader(
            over: transport, defaultHeaders: ["Accept": CodecList.installed.accept])
        self.init(memory: memory, disk: disk, loader: loader, codecs: .installed, limits: limits)
    }
}

/// Runs `body` with a pipeline whose transport is its own, and closes that transport afterwards.
///
/// - Parameter disk: Keeps encoded bytes across processes; nil for none.
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
