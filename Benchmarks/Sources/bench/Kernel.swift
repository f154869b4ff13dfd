import WebImage

/// One kernel on pixels in memory.
struct OwnKernel {
    private let command: Command

    init(_ command: Command) { self.command = command }

    /// Returns the cost of the kernel alone, without the decode before and the encode after it.
    func run(by pipeline: ImagePipeline) async throws -> Cost {
        let source = try await pipeline.image(for: ImageRequest(ImageSource.file(command.input)))
        let bitmap = try prepared(source.image.poster)
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
        case "composite", "tiles":
            let part = mark(of: bitmap)
            return try transform.resolved(with: [part]).apply(to: bitmap)
        default: return try transform.apply(to: bitmap)
        }
    }

    private var transform: BuiltInTransform {
        get throws {
            switch command.operation {
            case "sharpen": .sharpen(command.number)
            case "brightness": .brightness(Int(command.number))
            case "contrast": .contrast(command.number)
            case "saturation": .saturation(command.number)
            case "sepia": .sepia(command.number)
            case "tint": .tint(Self.orange, mode: .multiply)
            case "pixelate": .pixelate(Int(command.number))
            case "trim": .trim(threshold: command.number)
            case "background": .background(Self.orange)
            case "composite": .composite("data:", opacity: command.number)
            case "tiles": .composite("data:", opacity: command.number, tiles: true)
            default: throw BenchError("\(command.operation) is not a kernel")
            }
        }
    }

    private static let orange = RGBAColor(red: 255, green: 136, blue: 0)

    /// Returns the part of the picture that is drawn on it, with alpha: its upper left quarter, or a tile.
    private func mark(of bitmap: Bitmap) -> Bitmap {
        let size =
            command.operation == "tiles"
            ? PixelSize(width: 200, height: 200)
            : PixelSize(width: bitmap.size.width / 2, height: bitmap.size.height / 2)
        var mark = bitmap.cropped(to: PixelRect(x: 0, y: 0, size: size))
        mark.isOpaque = false
        return mark
    }

    /// Returns the pixels that the kernel needs: with margins to trim, or with alpha.
    private func prepared(_ bitmap: Bitmap) throws -> Bitmap {
        var bitmap = bitmap
        if command.operation == "background" { bitmap.isOpaque = false }
        guard command.operation == "trim" else { return bitmap }
        let size = PixelSize(width: bitmap.size.width + 600, height: bitmap.size.height + 600)
        return try BuiltInTransform.pad(to: size, color: .white).apply(to: bitmap)
    }
}
