import TestSupport
import WebImage

/// The pixels that a rule makes of a whole picture, by a slow and plain way.
enum SizedPicture {
    static let rules = [
        "fit:64x,crop:0.5x0.5@northwest", "fit,crop:90x70@southeast", "fit:50x,crop:81x0.9,at:east",
        "fill:60x60,at:east", "fill:60x60,at:focus:0.3:0.9,dpr:1.5",
        "fill-down:400x300,at:southwest",
        "exact:90x20,crop:0.8x0.8@west", "fit:100x100,extend:south", "fit:50x,pad:3:4:5:6,dpr:2",
        "fit:80x80,extend-ratio:west,pad:1:1:1:1", "fit:300x,crop:50x40@east,enlarge",
        "fit:64x64,turn:90,crop:0.7x0.4@southwest", "fill:60x90,turn:270,mirror,at:north",
        "fit:70x,turn:180,crop:100x50@northeast:7:0.1", "fit,crop:90x70@smart",
        "fill:60x60,at:smart", "fit:40x40,min:80x,at:south",
    ]

    /// Returns a picture without edges, which formats with losses keep.
    static func slopes(_ size: PixelSize) -> Bitmap {
        var result = Bitmap(size: size, isOpaque: true)
        for y in 0..<size.height {
            for x in 0..<size.width {
                let (u, v) = (x * 255 / (size.width - 1), y * 255 / (size.height - 1))
                result.fill(
                    PixelRect(x: x, y: y, size: PixelSize(1, 1)),
                    with: [UInt8((u + v) / 2), UInt8(v), UInt8(u), 255])
            }
        }
        return result
    }

    /// Returns the picture that a rule makes of an upright one.
    static func of(_ upright: Bitmap, _ rule: TargetSizing) -> Bitmap {
        let plan = rule.plan(for: upright.size)
        let turned = upright.oriented(rule.orientation)
        let (x, y) = (
            Double(plan.crop.size.width) / Double(plan.scaled.width),
            Double(plan.crop.size.height) / Double(plan.scaled.height)
        )
        let shown = turned.cropped(to: plan.crop).resampled(
            to: plan.kept.size,
            columns: AxisSpan(
                start: Double(plan.kept.x) * x, length: Double(plan.kept.size.width) * x),
            rows: AxisSpan(
                start: Double(plan.kept.y) * y, length: Double(plan.kept.size.height) * y))
        guard plan.canvas != plan.kept.size else { return shown }
        var canvas = Bitmap(size: plan.canvas)
        canvas.composite(shown, atX: plan.place.x, y: plan.place.y)
        return canvas
    }

    /// Returns the image of bytes by a rule; without one, the whole.
    static func load(
        _ bytes: ByteBlock, _ rule: TargetSizing? = nil
    ) async throws -> DecodedImage {
        var request = ImageRequest(ImageSource.data(bytes))
        request.targetSizing = rule
        return try await ImagePipeline(transport: nil, disk: nil).image(for: request).image
    }
}
