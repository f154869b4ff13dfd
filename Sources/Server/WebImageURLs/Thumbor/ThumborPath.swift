/// The parts of a thumbor address after its signature, each of which may be missing, and the
/// source.
struct ThumborPath {
    /// A side of the size: one that the aspect ratio decides, the picture's own, or a number of
    /// pixels.
    enum Side: Hashable {
        case free, original
        case pixels(Int)

        /// The number of pixels; 0 if the picture decides.
        var pixels: Int { if case .pixels(let length) = self { length } else { 0 } }
    }

    /// The way a picture meets the size without being cropped.
    enum Fit: Hashable { case inside, outside }

    /// The columns and rows between which the source is cropped, in pixels.
    struct Corners: Hashable {
        let left: Int
        let top: Int
        let right: Int
        let bottom: Int
    }

    /// The corner with the colour of the margins, and the distance of other colours to it.
    struct Trim: Hashable {
        var isBottomRight = false
        var tolerance = 0
    }

    /// The sides, and the directions in which the picture is mirrored.
    struct Size: Hashable {
        var width = Side.free
        var height = Side.free
        var mirrorsColumns = false
        var mirrorsRows = false
    }

    private(set) var isInfo = false
    private(set) var trim: Trim?
    private(set) var corners: Corners?
    private(set) var fit: Fit?
    private(set) var adapts = false
    private(set) var size = Size()
    /// `left` or `right`; nil for the middle.
    private(set) var column: Substring?
    /// `top` or `bottom`; nil for the middle.
    private(set) var row: Substring?
    private(set) var isSmart = false
    /// The filters as they stand in the address, separated by colons.
    private(set) var filters: Substring = ""
    /// The rest of the address, with its query.
    private(set) var source: Substring

    /// Takes the parts in their one order; what has not the form of a part begins the source.
    init(_ text: Substring) {
        source = text
        isInfo = takes("meta")
        trim = take(Self.trim)
        corners = take(Self.corners)
        if let fitting = take(Self.fitting) { (fit, adapts) = fitting }
        size = take(Self.size) ?? Size()
        column = take { ["left", "right", "center"].contains($0) ? $0 : nil }
        row = take { ["top", "bottom", "middle"].contains($0) ? $0 : nil }
        isSmart = takes("smart")
        takeFilters()
    }

    /// Takes the text up to the next slash, if it has a form.
    private mutating func take<Value>(_ read: (Substring) -> Value?) -> Value? {
        guard let slash = source.utf8.firstIndex(of: UInt8(ascii: "/")),
            let value = read(source[..<slash])
        else { return nil }
        source = source[source.utf8.index(after: slash)...]
        return value
    }

    private mutating func takes(_ word: String) -> Bool { take { $0 == word ? true : nil } != nil }

    /// Takes `filters:` and the text up to the first `)/`.
    private mutating func takeFilters() {
        let head = "filters:"
        guard source.utf8.starts(with: head.utf8), let end = source.firstRange(ofBytes: ")/")
        else { return }
        let slash = source.utf8.index(after: end.lowerBound)
        filters = Substring(source[..<slash].utf8.dropFirst(head.utf8.count))
        source = source[end.upperBound...]
    }

    /// Reads `trim`, `trim:top-left`, `trim:10`, or `trim:bottom-right:10`.
    private static func trim(_ text: Substring) -> Trim? {
        var parts = text.pieces(at: ":")[...]
        guard parts.popFirst() == "trim" else { return nil }
        var trim = Trim()
        if let corner = parts.first, corner == "top-left" || corner == "bottom-right" {
            trim.isBottomRight = corner == "bottom-right"
            parts.removeFirst()
        }
        if let tolerance = parts.popFirst() {
            guard let number = number(tolerance) else { return nil }
            trim.tolerance = number
        }
        return parts.isEmpty ? trim : nil
    }

    /// Reads `10x20:110x120`.
    private static func corners(_ text: Substring) -> Corners? {
        let points = text.pieces(at: ":").map { $0.pieces(at: "x").mapAll(number) }
        guard points.count == 2, let from = points[0], from.count == 2, let to = points[1],
            to.count == 2
        else { return nil }
        return Corners(left: from[0], top: from[1], right: to[0], bottom: to[1])
    }

    private static func fitting(_ text: Substring) -> (Fit, Bool)? {
        switch text {
        case "fit-in": (.inside, false)
        case "full-fit-in": (.outside, false)
        case "adaptive-fit-in": (.inside, true)
        case "adaptive-full-fit-in": (.outside, true)
        default: nil
        }
    }

    /// Reads `300x200`, `-300x-200`, `300x`, `x200`, `origx200` or `x`.
    private static func size(_ text: Substring) -> Size? {
        let sides = text.pieces(at: "x")
        guard sides.count == 2, let (width, mirrorsColumns) = side(sides[0]),
            let (height, mirrorsRows) = side(sides[1])
        else { return nil }
        return Size(
            width: width, height: height, mirrorsColumns: mirrorsColumns, mirrorsRows: mirrorsRows)
    }

    private static func side(_ text: Substring) -> (Side, isMirrored: Bool)? {
        let isMirrored = text.utf8.first == UInt8(ascii: "-")
        let text = isMirrored ? text.dropFirst() : text
        if text.isEmpty { return (.free, isMirrored) }
        if text == "orig" { return (.original, isMirrored) }
        guard let length = number(text) else { return nil }
        return (length == 0 ? .free : .pixels(length), isMirrored)
    }

    /// Reads decimal digits; numbers beyond the longest side of a picture are that.
    private static func number(_ text: Substring) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        return min(Int(text) ?? .max, 1 << 24)
    }
}
