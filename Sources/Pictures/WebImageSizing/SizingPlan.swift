public import WebImagePixels

/// The geometry of a picture whose size is known, by a rule.
///
/// The picture is the upright one, turned as the rule says. All rectangles are inside.
public struct SizingPlan: Hashable, Sendable {
    /// The part of the turned picture that is scaled.
    public let crop: PixelRect
    /// The width and height of that part once it is scaled.
    public let scaled: PixelSize
    /// The part of the scaled picture that is kept.
    public let kept: PixelRect
    /// The width and height of the result.
    public let canvas: PixelSize
    /// The column and row of the kept part on the canvas.
    public let place: PixelRect
    /// The pixels for each pixel of the rule, once they are cut to what the picture has.
    public let pixelRatio: Double
}

extension TargetSizing {
    /// The longest side that a plan has; decoders refuse less.
    static let longest = 1 << 24

    /// Returns the geometry of a picture of a known size; O(1).
    ///
    /// With the sides `s` of the part that is scaled, `b` of the box, the zoom `z` and the pixel
    /// ratio `d`, the scale of a side is `d * z * b / s`. Both sides have the smaller scale for
    /// `fit`, the larger one for `fill`, and their own for `exact`. Unless something may be
    /// enlarged, `d` is cut so that no scale exceeds 1.
    ///
    /// - Parameters:
    ///   - source: The upright width and height of the picture in pixels.
    ///   - isVector: `true` allows enlarging.
    /// - Returns: A plan whose sides are at least 1 pixel, and at most 2^24 besides padding; of a
    ///   picture without pixels, sides of 1.
    public func plan(for source: PixelSize, isVector: Bool = false) -> SizingPlan {
        plan(for: source, isVector: isVector, maxArea: nil)
    }

    /// Returns `true` if the rule leaves a picture of that size as it is: not turned, cropped or
    /// scaled.
    package func isIdle(on source: PixelSize, isVector: Bool) -> Bool {
        let plan = plan(for: source, isVector: isVector)
        return orientation == .up && plan.crop.size == source && plan.scaled == source
            && plan.kept.size == source && plan.canvas == source
    }

    /// Returns the geometry with at most that number of pixels, if sides of 1 pixel allow it.
    package func plan(for source: PixelSize, isVector: Bool, maxArea: Int?) -> SizingPlan {
        let turned = turned(source)
        if let plain { return Self.plan(turned, plain.box, plain.fit, isVector) }
        return normalized.plan(ofTurned: turned, isVector, maxArea)
    }

    /// Returns the size of the turned picture, with at least a pixel.
    func turned(_ source: PixelSize) -> PixelSize {
        orientation.upright(
            PixelSize(
                width: max(1, Self.side(source.width)), height: max(1, Self.side(source.height))))
    }

    private func plan(ofTurned turned: PixelSize, _ isVector: Bool, _ maxArea: Int?) -> SizingPlan {
        let crop = cropRect(in: turned)
        var steps = SizingSteps(adapted(to: crop.size), of: crop.size, isVector: isVector)
        steps.limit(maxSide: maxSide > 0 ? maxSide : nil, maxArea: maxArea)
        let kept = position.rect(of: steps.kept, in: steps.scaled, pixelRatio: steps.pixelRatio)
        let (left, top) = (steps.padding.left, steps.padding.top)
        let place = canvasPosition.rect(
            of: kept.size, in: steps.extended, pixelRatio: steps.pixelRatio)
        return SizingPlan(
            crop: crop, scaled: steps.scaled, kept: kept, canvas: steps.canvas,
            place: PixelRect(x: place.x + left, y: place.y + top, size: place.size),
            pixelRatio: steps.pixelRatio)
    }

    /// Returns the rule with its sides exchanged, if it adapts to a part of the other orientation.
    private func adapted(to part: PixelSize) -> TargetSizing {
        let box = width > 0 || height > 0 ? PixelSize(width: width, height: height) : atLeast
        guard adapts, box.width > 0, box.height > 0,
            (part.width - part.height).signum() * (box.width - box.height).signum() < 0
        else { return self }
        var rule = self
        (rule.width, rule.height) = (height, width)
        rule.atLeast = PixelSize(width: atLeast.height, height: atLeast.width)
        return rule
    }

    private static func plan(
        _ source: PixelSize, _ box: PixelSize, _ fit: Fit, _ isVector: Bool
    ) -> SizingPlan {
        let downsampling = Downsampling(box: box, fit: fit)
        let scaled = downsampling.scaledSize(of: source, isVector: isVector)
        let kept = downsampling.evenCut(of: scaled)
        return SizingPlan(
            crop: PixelRect(x: 0, y: 0, size: source), scaled: scaled, kept: kept,
            canvas: kept.size, place: PixelRect(x: 0, y: 0, size: kept.size), pixelRatio: 1)
    }

    private var canvasPosition: CropPosition {
        switch canvas {
        case .box(let position), .aspectRatio(let position): position
        case nil: .center
        }
    }

    /// Returns the part of the turned picture that is scaled.
    private func cropRect(in turned: PixelSize) -> PixelRect {
        guard let crop else { return PixelRect(x: 0, y: 0, size: turned) }
        let size = PixelSize(
            width: Self.cropSide(crop.width, of: turned.width),
            height: Self.cropSide(crop.height, of: turned.height))
        let position = crop.position ?? position
        guard crop.clips else { return position.rect(of: size, in: turned) }
        return position.clippedRect(of: size, in: turned)
            ?? PixelRect(x: 0, y: 0, size: turned)
    }

    /// Returns the pixels of a side, which `rect(of:in:)` cuts to those of the picture.
    private static func cropSide(_ asked: Double, of side: Int) -> Int {
        guard asked > 0 else { return side }
        let length = asked < 1 ? (Double(side) * asked).rounded() : asked
        return max(1, Int(bounding: length))
    }
}
