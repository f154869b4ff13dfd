public import WebImageLoading

/// Some of the four corners of a picture.
public struct Corners: OptionSet, Hashable, Sendable {
    /// One bit for each corner.
    public let rawValue: UInt8

    /// Creates corners from a raw value, whose unknown bits are dropped.
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

    /// The form of corners, for errors.
    static let expected = "all, none, or topleft, topright, bottomleft, bottomright joined by +"

    /// The names of the bits, the lowest first.
    private static let names = ["topleft", "topright", "bottomleft", "bottomright"]
}

extension Corners: ParsableValue {
    /// The names as in `topleft+bottomright`; `all` or `none`.
    public var spelling: String {
        if self == .all { return "all" }
        let names = Self.names.indices.filter { rawValue >> $0 & 1 == 1 }.map { Self.names[$0] }
        return names.isEmpty ? "none" : names.joined(separator: "+")
    }

    /// Reads `all`, `none` or names joined by `+` in any order.
    public init?(spelling: some StringProtocol) {
        switch spelling {
        case "all": self = .all
        case "none": self = []
        default:
            self = []
            for part in spelling.split(separator: "+", omittingEmptySubsequences: false) {
                guard let bit = Self.names.firstIndex(where: { $0 == part }) else { return nil }
                insert(Corners(rawValue: 1 << bit))
            }
        }
    }
}
