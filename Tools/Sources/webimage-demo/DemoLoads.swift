import WebImage

/// Loads samples three times: from the network, from disk, from memory.
struct DemoLoads {
    /// A sample's thumbnail, and the results of its three loads.
    struct Outcome: Sendable {
        let sample: Sample
        /// The transformed picture.
        let thumbnail: Bitmap
        /// The sample's size in its header.
        let sourceSize: PixelSize
        /// The origin and the duration of each load.
        let loads: [(origin: ImageOrigin, time: Duration)]
    }

    private typealias Load = (response: ImageResponse, time: Duration)

    /// The expected origins of the three loads.
    static let expected: [ImageOrigin] = [.network, .disk, .memory]

    /// Loads each sample through the pipeline, then twice through a copy with an empty memory.
    ///
    /// - Throws: `DemoFailure` if a load fails or has another origin.
    static func run(
        _ samples: [Sample], from origin: DemoOrigin, through pipeline: ImagePipeline
    ) async throws -> [Outcome] {
        var forgetful = pipeline
        forgetful.memory = MemoryCache()
        var loads = [[Load]](repeating: [], count: samples.count)
        for pipeline in [pipeline, forgetful, forgetful] {
            for (index, sample) in samples.enumerated() {
                loads[index].append(try await load(sample, at: origin.url(sample), pipeline))
            }
        }
        return try zip(samples, loads).map { sample, loads in try outcome(sample, loads) }
    }

    private static func load(
        _ sample: Sample, at url: String, _ pipeline: ImagePipeline
    ) async throws -> Load {
        do {
            let transforms = try Vocabulary.withInputs.read(chain: sample.transforms)
            let request = ImageRequest(url, transforms: transforms)
            let start = ContinuousClock.now
            let response = try await pipeline.image(for: request)
            return (response, start.duration(to: .now))
        } catch {
            throw DemoFailure("\(sample.name): \(error)")
        }
    }

    private static func outcome(_ sample: Sample, _ loads: [Load]) throws -> Outcome {
        let origins = loads.map(\.response.origin)
        guard origins == expected, let last = loads.last else {
            let found = origins.map(\.rawValue).joined(separator: ", ")
            throw DemoFailure("\(sample.name): expected network, disk, memory; found \(found)")
        }
        return Outcome(
            sample: sample, thumbnail: last.response.image.poster,
            sourceSize: last.response.image.metadata.size,
            loads: loads.map { (origin: $0.response.origin, time: $0.time) })
    }
}

/// The reason that the demo failed.
struct DemoFailure: Error, CustomStringConvertible {
    /// The expected and the actual result.
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
