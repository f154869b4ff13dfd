import WebImage

let url = CommandLine.arguments[1]
let pipeline = ImagePipeline.standard

// A thumbnail, cut into a circle. Everything that makes other pixels is part of its key.
let request = ImageRequest(
    url, transforms: [.resize(to: PixelSize(320, 240), fit: .fill), .circle()])

for await update in pipeline.updates(for: request) {
    switch update {
    case .progress(let bytes):
        print("loading: \(bytes.receivedByteCount) of \(bytes.expectedByteCount ?? 0) bytes")
    case .preview(let image):
        print("preview: \(image.size)")
    case .cached(let response):
        print("cached: \(response.image.size)")
    case .finished(let result):
        let response = try result.get()
        print("finished: \(response.image.size) from \(response.origin)")
    @unknown default: break
    }
}

// The same request again is answered from memory; the picture becomes bytes again.
let again = try await pipeline.image(for: request)
let file = try await pipeline.encode(again.image, as: .webp)
print("again: \(again.image.size) from \(again.origin), \(file.count) bytes of WebP")

// An error says which stage failed and why.
do throws(ImageError) {
    _ = try await pipeline.image(for: ImageRequest(url + "/missing"))
} catch {
    print("failed: \(error.stage): \(error.reason)")
}
