import WebImage

let pipeline = ImagePipeline.standard
let image = try await pipeline.image(for: "https://example.com/cat.jpg").image
print("\(image.size) pixels, \(image.poster.byteCount) bytes of BGRA")
