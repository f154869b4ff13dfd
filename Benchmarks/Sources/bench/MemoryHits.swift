import WebImage
import WebImageTesting

/// An image that the memory cache holds, asked for by a prepared request.
struct MemoryHits {
    let folder: String

    func measure(into report: inout Report) async throws {
        let bytes = ByteBlock(copying: try Files.read(Inputs.small(in: folder)))
        let pipeline = ImagePipeline(
            memory: MemoryCache(maxBytes: 64 << 20), disk: nil,
            loader: ScriptedLoader(bytes: bytes), codecs: .installed)
        let request: ImageRequest = "http://example.com/small.jpg"
        let prepared = try await pipeline.prepare(request)
        _ = try await pipeline.image(for: prepared)
        let group = "memory hit"
        let hit = try await Measure.cost(count: 100_000) { _ in
            _ = try await pipeline.image(for: prepared)
        }
        report.add(group, "prepared request, wall", hit.wall * 1e9, "ns")
        let unprepared = try await Measure.cost(count: 20_000) { _ in
            _ = try await pipeline.image(for: request)
        }
        report.add(group, "request whose key is made anew, wall", unprepared.wall * 1e9, "ns")
    }
}
