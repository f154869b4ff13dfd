import WebImage

// A thumbnail in a circle, written as WebP. A JPEG is decoded near the wanted size, never whole.
let request = ImageRequest(
    CommandLine.arguments[1],
    transforms: [.resize(to: PixelSize(320, 240), fit: .fill), .circle()])

let pipeline = ImagePipeline.standard
do throws(ImageError) {
    let image = try await pipeline.image(for: request).image
    try await pipeline.encode(image, as: .webp).write(to: "thumbnail.webp")
} catch {
    print("\(error.stage): \(error.reason)")
}
