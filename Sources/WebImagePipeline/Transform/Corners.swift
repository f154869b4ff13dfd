import WebImageCaching
public import WebImageLoading

/// Some of the four corners of a picture.
public struct Corners: OptionSet, Hashable, Sendable {
    /// One bit for each corner.
    public let rawValue: UInt8

    /// Corners by their bits; other bits are dropped.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue & 15
    }

    /// The top left corner.
    public static let topLeft = Corners(rawValue: 1)
    /// The top right corner.
    public static let topRight = Corners(rawValue: 2)
    /// The bottom left corner.
    public static let bottomLeft = Corners(rawValue: 4)
    /// The bottom right corner.
    public static let bottomRight = Corners(rawValue: 8)
    /// All four.
    public static let all = Corners(rawValue: 15)

    /// What errors say was expected.
    static let expected = "all, none, or topleft, topright, bottomleft, bottomright joined by +"

    private static let names: [(corner: Corners, name: String)] = [
        (.topLeft, "topleft"), (.topRight, "topright"), (.bottomLeft, "bottomleft"),
        (.bottomRight, "bottomright"),
    ]
}

extension Corners: Spellable {
    /// As in `topleft+bottomright`; `all` or `none`.
    public var spelling: String {
        if self == .all { return "all" }
        let names = Self.names.filter { contains($0.corner) }.map(\.name)
        return names.isEmpty ? "none" : names.joined(separator: "+")
    }

    /// Reads `all`, `none` or names joined by `+` in any order.
    public init?(spelling: some StringProtocol) {
        switch spelling {
        case "all": self = .all
        case "none": self = []
        default:
            var corners: Corners = []
            for part in spelling.split(separator: "+", omittingEmptySubsequences: false) {
                guard let known = Self.names.first(where: { $0.name == part }) else { return nil }
                corners.insert(known.corner)
            }
            self = corners
        }
    }
}
