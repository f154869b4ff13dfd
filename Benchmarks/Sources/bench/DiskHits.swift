import WebImage
import WebImageTesting

/// An entry of about 30 kB, in the page cache: the cache alone, then the pipeline around it.
struct DiskHits {
    let folder: String

    func measure(into report: inout Report) async throws {
        let bytes = ByteBlock(copying: try Files.read(Inputs.small(in: folder)))
        let disk = DiskCache(folder: "\(folder)/disk")
        let pipeline = ImagePipeline(
            memory: MemoryCache(maxBytes: 0), disk: disk, loader: ScriptedLoader(bytes: bytes),
            codecs: .installed)
        var request: ImageRequest = "http://example.com/small.jpg"
        request.options[TargetSize.self] = PixelSize(width: 60, height: 45)
        let prepared = try await pipeline.prepare(request)
        _ = try await pipeline.image(for: prepared)

        let group = "disk hit, \(bytes.count / 1000) kB"
        let read = try await Measure.cost(count: 2_000) { _ in
            guard try disk.reader(for: prepared.dataKey) != nil else {
                throw BenchError("the entry is not on disk")
            }
        }
        report.add(group, "DiskCache.reader", read)
        let hit = try await Measure.cost(count: 500) { _ in
            guard try await pipeline.image(for: prepared).origin == .disk else {
                throw BenchError("the answer did not come from disk")
            }
        }
        report.add(group, "pipeline, decoded to 60x45", hit)
        try disk.removeAll()
    }
}
