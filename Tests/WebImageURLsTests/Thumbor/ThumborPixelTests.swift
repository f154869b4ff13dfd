import TestSupport
import Testing
import WebImageCoding
import WebImagePipeline
import WebImagePixels
import WebImageTransforms
import WebImageURLs

/// Pixels of the acceptance data of thumbor, of pictures that are drawn here in place of files.
@Suite(.enabled(if: !ThumborCase.all.isEmpty, "the acceptance files are not there"))
struct ThumborPixelTests {
    /// The requests whose filters the library does not have.
    private let lacking: Set<String> = ["t-filters-051"]

    private static let red = SIMD4<UInt8>(20, 20, 220, 255)
    private static let green = SIMD4<UInt8>(20, 200, 20, 255)
    private static let blue = SIMD4<UInt8>(220, 20, 20, 255)
    private static let yellow = SIMD4<UInt8>(20, 220, 230, 255)

    /// Returns four quarters: red and green over blue and yellow.
    private static func quarters(_ size: PixelSize) -> Bitmap {
        var bitmap = Bitmap(size: size)
        let half = PixelSize(size.width / 2, size.height / 2)
        for (color, x, y) in [
            (red, 0, 0), (green, half.width, 0), (blue, 0, half.height),
            (yellow, half.width, half.height),
        ] {
            bitmap.fill(PixelRect(x: x, y: y, size: half), with: color)
        }
        return bitmap
    }

    private static func source(_ row: ThumborCase) -> Bitmap? {
        guard let size = row.sourceSize(isUpright: true), let name = row.source?.image else {
            return nil
        }
        var bitmap = Bitmap(size: size)
        if name.contains("white") {
            bitmap.fill(PixelRect(x: 0, y: 0, size: size), with: SIMD4(repeating: 255))
        } else if name.contains("alpha") {
            let half = PixelSize(size.width / 2, size.height / 2)
            bitmap.fill(
                PixelRect(x: size.width / 4, y: size.height / 4, size: half), with: blue)
        } else {
            return quarters(size)
        }
        return bitmap
    }

    /// Returns the picture of a plan; a watermark is a red square.
    private static func picture(_ plan: ImagePlan, of source: Bitmap) throws -> Bitmap {
        let geometry = plan.sizing.plan(for: source.size)
        var bitmap = source.resampled(to: geometry.scaled, from: geometry.crop)
            .cropped(to: geometry.kept)
        var mark = Bitmap(size: PixelSize(20, 20))
        mark.fill(PixelRect(x: 0, y: 0, size: mark.size), with: SIMD4(0, 0, 255, 255))
        for transform in plan.transforms {
            let inputs = transform.inputs.map { _ in mark }
            bitmap = try transform.resolved(with: inputs).apply(to: bitmap)
        }
        return bitmap
    }

    @Test func `pictures have the pixels of thumbor`() throws {
        var (pictures, pixels) = (0, 0)
        for row in ThumborCase.all where !lacking.contains(row.id) {
            guard let points = row.expect.image?.pixels, let source = Self.source(row) else {
                continue
            }
            let grammar = try ThumborGrammar(environment: row.environment)
            let plan = try grammar.plan(for: row.target, at: 0)
            let picture = try Self.picture(plan, of: source)
            pictures += 1
            for point in points {
                let found = picture[point.x, point.y]
                let differences = zip([found.z, found.y, found.x], point.color).map {
                    abs(Int($0.0) - $0.1)
                }
                #expect(
                    differences.allSatisfy { $0 <= point.tolerance },
                    "\(row): \(point.x),\(point.y) is \(found)")
                pixels += 1
            }
        }
        print("thumbor: \(pixels) pixels of \(pictures) pictures compared")
        #expect(pictures > 15)
    }
}
