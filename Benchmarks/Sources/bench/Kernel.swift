import WebImage

/// One kernel on pixels in memory, without the decode before and the encode after it.
struct Kernel {
    private let operation: String
    private let number: Double

    init(_ operation: String, _ number: Double) {
        (self.operation, self.number) = (operation, number)
    }

    func work(on path: String, by pipeline: ImagePipeline) async throws -> Worker.Work {
        let source = try await pipeline.image(for: ImageRequest(ImageSource.file(path)))
        let bitmap = try prepared(source.image.poster)
        let change = try change(of: bitmap)
        return {
            let result = try change(bitmap)
            return {
                let encoder = try CodecList.installed.encoder(for: .png)
                return try encoder.encode(result, settings: EncodeSettings(effort: 1))
            }
        }
    }

    private func change(of bitmap: Bitmap) throws -> (Bitmap) throws -> Bitmap {
        switch operation {
        case "resize":
            let width = Int(number)
            let height = (bitmap.size.height * width + bitmap.size.width / 2) / bitmap.size.width
            return { $0.resampled(to: PixelSize(width, height)) }
        case "blur": return { [number] in $0.blurred(sigma: number) }
        case "rotate": return { [number] in $0.rotated(degrees: number) }
        case "composite", "tiles":
            let part = mark(of: bitmap)
            let transform = try transform
            return { try transform.resolved(with: [part]).apply(to: $0) }
        default: return try transform.apply
        }
    }

    private var transform: BuiltInTransform {
        get throws {
            switch operation {
            case "sharpen": .sharpen(number)
            case "brightness": .brightness(Int(number))
            case "contrast": .contrast(number)
            case "saturation": .saturation(number)
            case "sepia": .sepia(number)
            case "tint": .tint(Self.orange, mode: .multiply)
            case "pixelate": .pixelate(Int(number))
            case "trim": .trim(threshold: number)
            case "background": .background(Self.orange)
            case "composite": .composite("data:", opacity: number)
            case "tiles": .composite("data:", opacity: number, tiles: true)
            default: throw BenchError("\(operation) is not a kernel")
            }
        }
    }

    private static let orange = RGBAColor(red: 255, green: 136, blue: 0)

    /// Returns the part of the picture that is drawn on it, with alpha: a quarter, or a tile.
    private func mark(of bitmap: Bitmap) -> Bitmap {
        let size =
            operation == "tiles"
            ? PixelSize(200, 200) : PixelSize(bitmap.size.width / 2, bitmap.size.height / 2)
        var mark = bitmap.cropped(to: PixelRect(x: 0, y: 0, size: size))
        mark.isOpaque = false
        return mark
    }

    /// Returns the pixels that the kernel needs: with margins to trim, or with alpha.
    private func prepared(_ bitmap: Bitmap) throws -> Bitmap {
        var bitmap = bitmap
        if operation == "background" { bitmap.isOpaque = false }
        guard operation == "trim" else { return bitmap }
        let size = PixelSize(bitmap.size.width + 600, bitmap.size.height + 600)
        return try BuiltInTransform.pad(to: size, color: .white).apply(to: bitmap)
    }
}
