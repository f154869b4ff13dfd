/// The part of a picture that a result shows, and its place there, as several moves leave it.
///
/// The moves are gathered, so that pixels of another size follow all of them at once: a gain map
/// is scaled once, and from the same edges as its base.
struct PictureGeometry: Hashable, Sendable {
    /// The size of the result in pixels.
    private(set) var size: PixelSize
    /// The turn of the source, before a part of it is taken.
    private(set) var orientation = Orientation.up
    /// The part of the turned source that is shown, in fractions of its sides.
    private(set) var part = UnitRect()
    /// The place of the part in the result, in fractions of its sides.
    private(set) var place = UnitRect()

    /// Creates the geometry of a picture without moves.
    init(_ size: PixelSize) { self.size = size }

    /// Adds a move; rotations are none of these.
    mutating func add(_ step: PixelMove.Step) {
        switch step {
        case .part(let columns, let rows):
            cut(columns, rows)
            size = PixelSize(
                width: max(Int(columns.length.rounded()), 1),
                height: max(Int(rows.length.rounded()), 1))
        case .scale(let scaled): size = scaled
        case .turn(let turn):
            orientation = orientation.followed(by: turn)
            (part, place, size) = (part.turned(turn), place.turned(turn), turn.upright(size))
        case .canvas(let canvas, let x, let y):
            cut(
                AxisSpan(start: -Double(x), length: Double(canvas.width)),
                AxisSpan(start: -Double(y), length: Double(canvas.height)))
            size = canvas
        case .rotate: preconditionFailure("A rotation moves no axis to another one.")
        }
    }

    /// Moves the frame of the result, in pixels of it.
    private mutating func cut(_ columns: AxisSpan, _ rows: AxisSpan) {
        cut(\.columns, columns, Double(size.width))
        cut(\.rows, rows, Double(size.height))
    }

    private mutating func cut(
        _ axis: WritableKeyPath<UnitRect, AxisSpan>, _ frame: AxisSpan, _ count: Double
    ) {
        let (old, whole) = (place[keyPath: axis], part[keyPath: axis])
        let (first, length) = (frame.start / count, frame.length / count)
        let start = max(old.start, first)
        let shown = max(min(old.start + old.length, first + length) - start, 0)
        let ratio = old.length > 0 ? whole.length / old.length : 0
        part[keyPath: axis] = AxisSpan(
            start: whole.start + (start - old.start) * ratio, length: shown * ratio)
        place[keyPath: axis] = AxisSpan(start: (start - first) / length, length: shown / length)
    }
}

/// A rectangle in fractions of a picture's sides, all of it by default.
struct UnitRect: Hashable, Sendable {
    var columns = AxisSpan(start: 0, length: 1)
    var rows = AxisSpan(start: 0, length: 1)

    /// `true` if it has all of the picture, but for errors of rounding.
    var isWhole: Bool { columns.isWholeUnit && rows.isWholeUnit }

    /// `true` if it has nothing of the picture.
    var isEmpty: Bool { columns.length <= 0 || rows.length <= 0 }

    /// Returns the rectangle in the turned picture.
    func turned(_ orientation: Orientation) -> UnitRect {
        var turned = self
        for _ in 0..<orientation.quarterTurns {
            (turned.columns, turned.rows) = (turned.rows.mirrored(in: 1), turned.columns)
        }
        if orientation.isMirrored { turned.columns = turned.columns.mirrored(in: 1) }
        return turned
    }

    /// Returns the rectangle in the picture that was turned.
    func unturned(_ orientation: Orientation) -> UnitRect {
        var rect = self
        if orientation.isMirrored { rect.columns = rect.columns.mirrored(in: 1) }
        for _ in 0..<(4 - orientation.quarterTurns) & 3 {
            (rect.columns, rect.rows) = (rect.rows.mirrored(in: 1), rect.columns)
        }
        return rect
    }
}

extension AxisSpan {
    fileprivate var isWholeUnit: Bool { abs(start) < 1e-9 && abs(length - 1) < 1e-9 }
}
