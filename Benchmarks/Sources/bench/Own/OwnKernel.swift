import WebImage

/// One kernel on pixels in memory.
struct OwnKernel {
    private let command: Command

    init(_ command: Command) { self.command = command }

    /// Returns the cost of the kernel alone, without the decode before and the encode after it.
    func run(by pipeline: ImagePipeline) async throws -> Cost {
        let source = try await pipeline.image(for: ImageRequest(ImageSource.file(command.input)))
        let bitmap = source.image.poster
        var result = bitmap
        let cost = try await Measure.total(count: command.count) {
            result = try apply(to: bitmap)
        }
        if !command.output.isEmpty {
            let encoder = try CodecList.installed.encoder(for: .png)
            let bytes = try encoder.encode(result, settings: EncodeSettings(effort: 1))
            try FileSystem.write(bytes, to: command.output)
        }
        return cost
    }

    private func apply(to bitmap: Bitmap) throws -> Bitmap {
        switch command.operation {
        case "resize":
            let width = Int(command.number)
            let height = (bitmap.size.height * width + bitmap.size.width / 2) / bitmap.size.width
            return bitmap.resampled(to: PixelSize(width: width, height: height))
        case "blur": return bitmap.blurred(sigma: command.number)
        case "rotate": return bitmap.rotated(degrees: command.number)
        default: throw BenchError("\(command.operation) is not a kernel")
        }
    }
}
