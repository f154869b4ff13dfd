import WebImagePixels

/// The scales of a part of a picture, and the sizes that follow from them.
struct SizingSteps {
    private let sizing: TargetSizing
    private let part: PixelSize
    private let box: (width: Double, height: Double)
    /// The scales of width and height.
    private var scale = (x: 1.0, y: 1.0)
    /// The pixels for each pixel of the rule.
    private(set) var pixelRatio: Double
    private let enlarges: Bool

    /// Finds the scales of a part that has pixels, by a rule whose numbers have sense.
    init(_ sizing: TargetSizing, of part: PixelSize, isVector: Bool) {
        self.sizing = sizing
        self.part = part
        box = (Double(sizing.width), Double(sizing.height))
        enlarges = sizing.enlarges || isVector
        pixelRatio = sizing.pixelRatio
        var shrink = boxShrink
        limitEnlarging(&shrink)
        meetLeast(&shrink)
        scale = (bounded(shrink.x, part.width), bounded(shrink.y, part.height))
    }

    /// The factors by which sides shrink to meet the box, without the pixel ratio.
    private var boxShrink: (x: Double, y: Double) {
        let (width, height) = (Double(part.width), Double(part.height))
        var x = box.width > 0 ? width / box.width : 1
        var y = box.height > 0 ? height / box.height : 1
        let isForced = sizing.mode == .exact || sizing.mode == .stretch
        if x != 1 || y != 1 {
            if isForced {
                // Each side has its own factor.
            } else if box.width == 0 {
                x = y
            } else if box.height == 0 {
                y = x
            } else {
                x = fills ? min(x, y) : max(x, y)
                y = x
            }
        }
        return (x / sizing.zoomX, y / sizing.zoomY)
    }

    /// `true` if the box is covered.
    private var fills: Bool {
        guard sizing.mode == .auto else { return sizing.mode != .fit }
        let isWide = part.width >= part.height
        return isWide == (box.width >= box.height)
    }

    /// Cuts the factors and the pixel ratio so that nothing is enlarged, unless it may be.
    private mutating func limitEnlarging(_ shrink: inout (x: Double, y: Double)) {
        guard !enlarges else { return }
        if sizing.mode == .stretch {
            // The sides are independent, also of what the pixel ratio enlarges.
            shrink = (max(shrink.x, pixelRatio), max(shrink.y, pixelRatio))
            return
        }
        let least = min(shrink.x, shrink.y)
        if least < 1 {
            shrink = (shrink.x / least, shrink.y / least)
            if case .box = sizing.canvas {} else { pixelRatio /= least }
        }
        pixelRatio = min(pixelRatio, shrink.x, shrink.y)
    }

    /// Enlarges the picture to the least width and height.
    private func meetLeast(_ shrink: inout (x: Double, y: Double)) {
        let least = sizing.atLeast
        if least.width > 0, Double(part.width) / Double(least.width) < shrink.x {
            let former = shrink.x
            shrink.x = Double(part.width) / Double(least.width)
            shrink.y /= former / shrink.x
        }
        if least.height > 0, Double(part.height) / Double(least.height) < shrink.y {
            let former = shrink.y
            shrink.y = Double(part.height) / Double(least.height)
            shrink.x /= former / shrink.y
        }
    }

    /// Returns the scale of a side, which leaves at least one pixel.
    private func bounded(_ shrink: Double, _ side: Int) -> Double {
        1 / min(shrink / pixelRatio, Double(side))
    }

    private static func rounded(_ value: Double) -> Int {
        min(max(0, Int(bounding: value.rounded())), TargetSizing.longest)
    }

    /// The width and height of the scaled part.
    var scaled: PixelSize {
        PixelSize(
            width: max(1, Self.rounded(Double(part.width) * scale.x)),
            height: max(1, Self.rounded(Double(part.height) * scale.y)))
    }

    /// The box times zoom and pixel ratio; a free side stays 0.
    private var target: PixelSize {
        PixelSize(
            width: Self.target(box.width, pixelRatio * sizing.zoomX),
            height: Self.target(box.height, pixelRatio * sizing.zoomY))
    }

    private static func target(_ side: Double, _ factor: Double) -> Int {
        side > 0 ? max(1, rounded(side * factor)) : 0
    }

    /// The width and height that are kept of the scaled part.
    var kept: PixelSize {
        let (scaled, target) = (scaled, target)
        var kept = target
        if sizing.mode == .fillDown, !sizing.enlarges {
            let across = Double(target.width) / Double(scaled.width)
            let down = Double(target.height) / Double(scaled.height)
            if across > down, across > 1 {
                kept = PixelSize(
                    width: scaled.width,
                    height: Self.share(scaled.width, target.height, of: target.width))
            } else if down > across, down > 1 {
                kept = PixelSize(
                    width: Self.share(scaled.height, target.width, of: target.height),
                    height: scaled.height)
            }
        }
        return PixelSize(
            width: kept.width > 0 ? min(kept.width, scaled.width) : scaled.width,
            height: kept.height > 0 ? min(kept.height, scaled.height) : scaled.height)
    }

    /// Returns `side * part / whole`; 0 for a part of 0.
    private static func share(_ side: Int, _ part: Int, of whole: Int) -> Int {
        guard part > 0, whole > 0 else { return 0 }
        return max(1, rounded(Double(side) * Double(part) / Double(whole)))
    }

    /// The canvas without padding.
    var extended: PixelSize {
        let (kept, target) = (kept, target)
        switch sizing.canvas {
        case nil: return kept
        case .box:
            return PixelSize(
                width: max(kept.width, target.width), height: max(kept.height, target.height))
        case .aspectRatio:
            guard target.width > 0, target.height > 0 else { return kept }
            return PixelSize(
                width: max(kept.width, Self.share(kept.height, target.width, of: target.height)),
                height: max(kept.height, Self.share(kept.width, target.height, of: target.width)))
        }
    }

    /// The padding times the pixel ratio.
    var padding: TargetSizing.Padding {
        let pixels = { (side: Int) in
            min(max(0, Int(nearestEven: Double(side) * pixelRatio)), TargetSizing.longest)
        }
        let padding = sizing.padding
        return TargetSizing.Padding(
            top: pixels(padding.top), right: pixels(padding.right), bottom: pixels(padding.bottom),
            left: pixels(padding.left))
    }

    /// The result's width and height.
    var canvas: PixelSize {
        let (extended, padding) = (extended, padding)
        return PixelSize(
            width: extended.width + padding.left + padding.right,
            height: extended.height + padding.top + padding.bottom)
    }

    /// Scales everything down to the longest side, and then to the number of pixels.
    ///
    /// Sides of one pixel and rounded ones may take more than one step.
    mutating func limit(maxSide: Int?, maxArea: Int?) {
        if let maxSide {
            for step in 0..<Self.mostSteps {
                let longest = max(canvas.width, canvas.height)
                guard longest > maxSide else { break }
                shrink(by: min(Double(maxSide) / Double(longest), step == 0 ? 1 : 0.999))
            }
        }
        guard let maxArea = maxArea.map({ max(1, $0) }) else { return }
        for _ in 0..<Self.mostSteps where canvas.area > maxArea {
            shrink(by: min((Double(maxArea) / Double(canvas.area)).squareRoot(), 0.999))
        }
    }

    private static let mostSteps = 64

    private mutating func shrink(by factor: Double) {
        scale = (
            max(scale.x * factor, 1 / Double(part.width)),
            max(scale.y * factor, 1 / Double(part.height))
        )
        pixelRatio *= factor
    }
}
