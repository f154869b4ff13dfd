import WebImageBytes
package import WebImagePixels

// The text of positions, in rules of sizes and in transforms.
extension CropPosition {
    /// The forms of a position, for errors.
    static let forms = "a position such as north, east:10:0.25 or focus:0.5:0.3, or smart"

    /// The name of a place, with its distances unless both are 0, as in `north:10:0.25`;
    /// `focus:0.3:0.7`; or `smart` for ``attention``.
    package var spelled: String {
        switch self {
        case .gravity(let gravity, x: 0, y: 0): gravity.rawValue
        case .gravity(let gravity, let x, let y): "\(gravity.rawValue):\(x.decimal):\(y.decimal)"
        case .focus(let x, let y): "focus:\(x.decimal):\(y.decimal)"
        case .attention: "smart"
        }
    }

    /// `true` if no number is longer than a side may be.
    var isWithinSides: Bool {
        switch self {
        case .gravity(_, let x, let y), .focus(let x, let y):
            max(abs(x), abs(y)) <= Double(TargetSizing.longest)
        case .attention: true
        }
    }

    /// Reads a position, where `attention` is another word for `smart`; nil for any other text.
    package init?(spelled text: some StringProtocol) {
        let parts = text.split(separator: ":", maxSplits: 3, omittingEmptySubsequences: false)
        let numbers = parts.dropFirst().compactMap { Double(decimal: $0) }
        guard numbers.count == parts.count - 1 else { return nil }
        switch (parts[0], numbers.count) {
        case ("smart", 0), ("attention", 0): self = .attention
        case ("focus", 2): self = .focus(x: numbers[0], y: numbers[1])
        case (let name, 0), (let name, 2):
            guard let gravity = Gravity(rawValue: String(name)) else { return nil }
            self = .gravity(gravity, x: numbers.first ?? 0, y: numbers.last ?? 0)
        default: return nil
        }
    }
}
