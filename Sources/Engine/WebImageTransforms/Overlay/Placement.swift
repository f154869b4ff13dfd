public import WebImageLoading
public import WebImagePixels

/// The place, the opacity and the size of a picture that is drawn on another, as of imgproxy's
/// watermarks.
package struct Placement: Hashable, Sendable {
    var gravity = Gravity.center
    /// The distance to the left or right edge, or to the right of the middle; of tiles, the gap.
    ///
    /// Pixels, or below 1 a share of the side.
    var x = 0.0
    /// The distance to the upper or lower edge, or below the middle; as ``x``.
    var y = 0.0
    /// The share of the picture that is drawn, 0 to 1.
    var opacity = 1.0
    /// The sides of the box that the picture fits, as a share of the other's; nil for its own size.
    var scale: Double?
    var tiles = false

    static let usage =
        "[,at:\(Gravity.allCases.map(\.rawValue).joined(separator: "|"))]"
        + "[,x:X][,y:Y][,opacity:SHARE]"

    /// The spellings of the arguments that differ from their defaults.
    var arguments: [String] {
        (gravity == .center ? [] : ["at:\(gravity.spelling)"])
            + (x == 0 ? [] : ["x:\(x.spelling)"]) + (y == 0 ? [] : ["y:\(y.spelling)"])
            + (opacity == 1 ? [] : ["opacity:\(opacity.spelling)"])
            + (scale.map { ["scale:\($0.spelling)"] } ?? []) + (tiles ? ["tile"] : [])
    }

    /// The fault of the numbers; `nil` if they are valid.
    var fault: String? {
        let most = Double(ResultLimits.side)
        let least = tiles ? 0 : -most
        for (name, value) in [("x", x), ("y", y)] where !(least...most).contains(value) {
            return "expected \(name) between \(least.spelling) and \(most.spelling), found \(value)"
        }
        if let fault = ResultLimits.fault(of: opacity, "an opacity", upTo: 1) { return fault }
        guard let scale else { return nil }
        return scale > 0 && scale <= 16
            ? nil : "expected a scale above 0, at most 16, found \(scale)"
    }

    /// Draws the part of a picture that is shown of a drawn size.
    func draw(_ part: Bitmap, _ shown: PixelRect, of size: PixelSize, on bitmap: inout Bitmap) {
        if tiles {
            let gap = PixelSize(
                width: Gravity.pixels(x, of: bitmap.size.width),
                height: Gravity.pixels(y, of: bitmap.size.height))
            return bitmap.composite(tiles: part, gap: gap, opacity: opacity)
        }
        let (left, top) = origin(of: size, in: bitmap.size)
        bitmap.composite(part, atX: left + shown.x, y: top + shown.y, opacity: opacity)
    }

    /// Returns the part of a picture in its drawn size that a canvas shows: all of it, unless it is
    /// scaled to more than the canvas.
    func shown(of size: PixelSize, on canvas: PixelSize) -> PixelRect {
        let whole = PixelRect(x: 0, y: 0, size: size)
        guard let scale, scale > 1 else { return whole }
        // Of tiles the one in the middle covers a side that is shorter than it.
        let (left, top) =
            tiles
            ? Gravity.center.origin(of: size, in: canvas, x: 0, y: 0) : origin(of: size, in: canvas)
        let (columns, rows) = (
            Self.shown(of: size.width, from: left, on: canvas.width),
            Self.shown(of: size.height, from: top, on: canvas.height)
        )
        return PixelRect(
            x: columns.lowerBound, y: rows.lowerBound,
            size: PixelSize(width: columns.count, height: rows.count))
    }

    private static func shown(of side: Int, from start: Int, on canvas: Int) -> Range<Int> {
        side <= canvas ? 0..<side : max(0, -start)..<min(side, canvas - start)
    }

    /// Returns the size in which a picture is drawn; if that is not its own, in a share of the
    /// canvas.
    func drawnSize(of size: PixelSize, on canvas: PixelSize) -> PixelSize {
        guard let scale else { return size }
        let box = PixelSize(
            width: max(1, Int(nearestEven: Double(canvas.width) * scale)),
            height: max(1, Int(nearestEven: Double(canvas.height) * scale)))
        return Fit.fit.scaledSize(of: size, in: box, enlarges: true)
    }

    /// Returns the column and the row of a picture's top left pixel; at least one pixel of it is
    /// inside.
    func origin(of size: PixelSize, in canvas: PixelSize) -> (x: Int, y: Int) {
        let (x, y) = gravity.origin(of: size, in: canvas, x: x, y: y)
        return (
            min(max(x, 1 - size.width), canvas.width - 1),
            min(max(y, 1 - size.height), canvas.height - 1)
        )
    }
}

extension Gravity: ParsableValue {}

extension Placement {
    /// Takes the arguments that follow a picture's own.
    init(
        arguments: inout ArgumentReader, scales: Bool = false
    ) throws(VocabularyError) {
        let distance = "pixels, or below 1 a share of the side"
        tiles = arguments.flag("tile")
        gravity = try arguments.named("at", Gravity.choices, default: .center)
        x = try arguments.named("x", distance, default: 0)
        y = try arguments.named("y", distance, default: 0)
        opacity = try arguments.named("opacity", "a number between 0 and 1", default: 1)
        if scales { scale = try arguments.named("scale", "a number above 0, at most 16") }
    }
}
