import WebImage

// Pictures of strangers: from the public internet only, sizes and times bounded.
var pipeline = ImagePipeline.standard
pipeline.setLimits {
    $0.load.networkPolicy = NetworkPolicy()
    $0.load.maxBodyBytes = 20 << 20
    $0.decode.maxPixels = 25_000_000
}
pipeline.cacheMode = .shared
pipeline.defaults.timeout = .seconds(10)
pipeline.defaults.targetSize = PixelSize(800, 0)

do throws(ImageError) {
    let response = try await pipeline.image(for: CommandLine.arguments[1])
    print("\(response.image.size) from \(response.origin)")
} catch {
    // For the log: a reason may name hosts, which a stranger should not learn.
    print("\(error.stage): \(error.reason)")
}
