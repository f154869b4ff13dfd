import WebImage

/// About 30 kB over HTTP from another process on loopback; the origin's own time isn't counted.
struct NetworkLoads {
    let itself: String
    let folder: String

    func measure(into report: inout Report) async throws {
        let path = Inputs.small(in: folder)
        let byteCount = try Files.read(path).count
        let origin = try Origin(itself: itself, file: path)
        let group = "network load from loopback, \(byteCount / 1000) kB"
        try await withImagePipeline(disk: nil) { pipeline in
            var request = ImageRequest(origin.url)
            request.options[CachePolicy.self] = .bypass
            let load = try await Measure.cost(count: 200) { _ in
                _ = try await pipeline.encodedImage(for: request)
            }
            report.add(group, "bytes, one after the other", load)
            request.options[TargetSize.self] = PixelSize(width: 60, height: 45)
            let image = try await Measure.cost(count: 200) { _ in
                _ = try await pipeline.image(for: request)
            }
            report.add(group, "image of 60x45, one after the other", image)
            let crowd = try await Measure.cost(count: 10) { round in
                try await Self.load(50, from: origin.url, through: pipeline, round: round)
            }
            let each = Cost(wall: crowd.wall / 50, cpu: crowd.cpu / 50)
            report.add(group, "bytes, 50 at once, each", each)
        }
        try origin.stop()
    }

    /// Loads so many different URLs at once.
    private static func load(
        _ count: Int, from url: String, through pipeline: ImagePipeline, round: Int
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<count {
                group.addTask {
                    var request = ImageRequest("\(url)?n=\(round)-\(index)")
                    request.options[CachePolicy.self] = .bypass
                    _ = try await pipeline.encodedImage(for: request)
                }
            }
            try await group.waitForAll()
        }
    }
}
