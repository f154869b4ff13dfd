import TestSupport
import Testing
import WebImagePixels

@testable import WebImageSizing

/// Properties of plans of any rule and any source.
@Suite struct TargetSizingPropertyTests {
    private static func sources(_ random: inout SplitMix) -> [PixelSize] {
        (0..<4).map { _ in PixelSize(TargetSizing.side(&random), TargetSizing.side(&random)) }
    }

    private static func fits(_ inner: PixelRect, in outer: PixelSize) -> Bool {
        !inner.size.isEmpty && inner.clamped(to: outer) == inner
    }

    @Test func `rectangles are inside, and nothing is enlarged unless it is asked`() {
        var random = SplitMix(state: 1)
        var faults = Faults()
        for _ in 0..<5000 {
            let rule = TargetSizing.random(using: &random)
            for source in Self.sources(&random) {
                let plan = rule.plan(for: source)
                let turned = rule.orientation.upright(
                    PixelSize(max(1, source.width), max(1, source.height)))
                faults.expect(Self.fits(plan.crop, in: turned), "\(rule.spelling) of \(source)")
                faults.expect(
                    Self.fits(plan.kept, in: plan.scaled), "\(rule.spelling) of \(source)")
                faults.expect(
                    Self.fits(plan.place, in: plan.canvas), "\(rule.spelling) of \(source)")
                faults.expect(plan.place.size == plan.kept.size)
                faults.expect(max(plan.scaled.width, plan.scaled.height) <= 1 << 24)
                guard !rule.enlarges, rule.atLeast == PixelSize(0, 0) else { continue }
                faults.expect(
                    plan.scaled.width <= plan.crop.size.width, "\(rule.spelling) of \(source)")
                faults.expect(
                    plan.scaled.height <= plan.crop.size.height, "\(rule.spelling) of \(source)")
            }
        }
        #expect(faults.texts == [])
    }

    @Test func `a result has at most the longest side, and the number of pixels`() {
        var random = SplitMix(state: 2)
        var faults = Faults()
        for _ in 0..<3000 {
            var rule = TargetSizing.random(using: &random)
            if rule.plain != nil { rule.enlarges = true }
            for source in Self.sources(&random) {
                let side = max(
                    rule.plan(for: source).canvas.width, rule.plan(for: source).canvas.height)
                // Halves of padding are rounded on both sides.
                if (1..<1 << 24).contains(rule.maxSide) {
                    faults.expect(side <= rule.maxSide + 3, "\(rule.spelling) of \(source)")
                }
                let small = rule.plan(for: source, isVector: false, maxArea: 1000)
                faults.expect(small.canvas.area <= 1000, "\(rule.spelling) of \(source)")
            }
        }
        #expect(faults.texts == [])
    }

    @Test func `numbers without sense neither trap nor leave the bounds`() {
        let numbers = [
            .nan, .infinity, -.infinity, -1, 0, 1e308, -1e308, .leastNonzeroMagnitude, 0.3,
        ]
        let sides = [Int.min, -1, 0, 1, .max]
        var random = SplitMix(state: 3)
        var faults = Faults()
        func number() -> Double { numbers.randomElement(using: &random) ?? 0 }
        func side() -> Int { sides.randomElement(using: &random) ?? 0 }
        for _ in 0..<5000 {
            var rule = TargetSizing.random(using: &random)
            (rule.width, rule.height, rule.maxSide) = (side(), side(), side())
            (rule.zoomX, rule.zoomY, rule.pixelRatio) = (number(), number(), number())
            rule.atLeast = PixelSize(side(), side())
            rule.crop = TargetSizing.Crop(number(), number(), at: .focus(x: number(), y: number()))
            rule.position = .gravity(.south, x: number(), y: number())
            rule.padding = .init(top: side(), right: side(), bottom: side(), left: side())
            let source = PixelSize(side(), side())
            let plan = rule.plan(for: source)
            faults.expect(Self.fits(plan.kept, in: plan.scaled))
            faults.expect(Self.fits(plan.place, in: plan.canvas))
            faults.expect(max(plan.canvas.width, plan.canvas.height) <= 3 << 24)
            faults.expect((try? TargetSizing(rule.spelling)) == rule.normalized)
            // Decoders call these before the limits are checked.
            let downsampling = Downsampling(rule, maxBytes: side())
            _ = downsampling.scaledSize(of: source)
            _ = downsampling.coverage(of: source)
            _ = downsampling.reducedSize(of: source, .left)
        }
        #expect(faults.texts == [])
    }

    @Test func `the grid of a crop is no larger than needed, and has its lines`() throws {
        var random = SplitMix(state: 4)
        var faults = Faults()
        for _ in 0..<3000 {
            let rule = TargetSizing.random(using: &random)
            for source in Self.sources(&random) where !source.isEmpty {
                let grid = SizingGrid(rule, of: source, isVector: false, nil)
                guard max(grid.size.width, grid.size.height) < 1 << 24 else { continue }
                faults.expect(Self.fits(grid.part, in: grid.size), "\(rule.spelling) of \(source)")
                let part = Coverage(grid.part, of: grid.size)
                let shown = grid.shown(PixelRect(x: 0, y: 0, size: grid.plan.scaled), of: source)
                // The part has the same place in the grid, which covers a little less or more.
                let step = Double(grid.plan.crop.size.width) / Double(grid.plan.scaled.width)
                let turned = rule.orientation.upright(source)
                let start = grid.coverage.columns(of: turned.width).start
                let found = start + part.columns(of: grid.size.width).start * step
                faults.expect(
                    abs(found - Double(grid.plan.crop.x)) < 1e-6 * Double(turned.width) + 1e-6)
                faults.expect(abs(start) <= step / 2 + 1e-6 * Double(turned.width))
                faults.expect(shown.columns(of: source.width).length > 0)
            }
        }
        #expect(faults.texts == [])
    }
}
