import WebImage

var request = ImageRequest(CommandLine.arguments[1])
request.targetSize = PixelSize(320, 240)
request.previews = .every(.milliseconds(200))

for await update in ImagePipeline.standard.updates(for: request) {
    if case .preview(let image) = update { print("preview: \(image.size)") }
    guard case .finished(let result) = update else { continue }
    if let frames = try result.get().image.frames {
        // Composed when it is asked for, scaled as the request says.
        let last = try frames.frame(at: frames.count - 1)
        print("\(frames.count) frames, the last is shown for \(last.duration)")
    }
}
