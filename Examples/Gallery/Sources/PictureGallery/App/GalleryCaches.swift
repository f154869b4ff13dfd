import WebImage

/// The pipeline of the gallery and its caches.
struct GalleryCaches: Sendable {
    let pipeline: ImagePipeline
    /// Loads tiles, those of files from the thumbnails of the desktop, which it adds to.
    let tiles: ImagePipeline
    private let memory: MemoryCache
    private let disk: DiskCache

    /// Creates a pipeline over libcurl.
    ///
    /// - Parameters:
    ///   - folder: The folder of the disk cache; the gallery has a separate part there.
    ///   - thumbnails: The folder of the desktop's thumbnails.
    ///   - codecs: The codecs.
    init(
        folder: String = DiskCache.standardFolder,
        thumbnails: String = ThumbnailStore.standardFolder, codecs: CodecList
    ) {
        memory = MemoryCache(maxBytes: 256 << 20, pressure: .system)
        disk = DiskCache(folder: folder, namespace: "gallery")
        var limits = PipelineLimits()
        // The server of generated pictures paints them on the same processors.
        limits.load.idleTimeout = .seconds(120)
        var pipeline = ImagePipeline(
            transport: ImagePipeline.makeTransport(), memory: memory, disk: disk, limits: limits)
        pipeline.codecs = codecs
        self.pipeline = pipeline
        pipeline.thumbnails = ThumbnailStore(folder: thumbnails)
        tiles = pipeline
    }

    /// Returns the sizes of the caches; nil for a folder that cannot be read.
    @concurrent
    func usage() async -> (memory: CacheUsage?, disk: CacheUsage?) {
        (memory.usage, try? disk.usage())
    }

    /// Waits until the disk has what was loaded.
    func flush() async { await pipeline.flush() }

    /// Removes all pictures from the caches.
    ///
    /// - Throws: `ImageError.store` if the disk refuses.
    func clear() async throws(ImageError) { try await pipeline.clearCaches() }
}
