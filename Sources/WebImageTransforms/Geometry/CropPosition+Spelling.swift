public import WebImageLoading
public import WebImagePixels

extension CropPosition: ParsableValue {
    /// The forms of a position, for the help.
    static let meaning = "north, east:10:0.25, focus:0.3:0.7 or smart, for example"

    /// The forms of a position, for errors.
    static let expected =
        "\(Gravity.choices), also with distances as in east:10:0.25, focus:0.3:0.7, or smart"

    /// The name of a place, with its distances unless both are 0, as in `north:10:0.25`; `focus:0.3:0.7`;
    /// or `smart` for ``attention``.
    public var spelling: String {
        switch self {
        case .gravity(let gravity, x: 0, y: 0): gravity.spelling
        case .gravity(let gravity, let x, let y): "\(gravity.spelling):\(x.spelling):\(y.spelling)"
        case .focus(let x, let y): "focus:\(x.spelling):\(y.spelling)"
        case .attention: "smart"
        }
    }

    /// Reads a position; `attention` is another word for `smart`.
    public init?(spelling: some StringProtocol) {
        let parts = spelling.split(separator: ":", maxSplits: 3, omittingEmptySubsequences: false)
        let numbers = parts.dropFirst().compactMap { Double(spelling: $0) }
        guard numbers.count == parts.count - 1 else { return nil }
        switch (parts[0], numbers.count) {
        case ("smart", 0), ("attention", 0):
            self = .attention
        case ("focus", 2):
            self = .focus(x: numbers[0], y: numbers[1])
        case (let name, 0), (let name, 2):
            guard let gravity = Gravity(spelling: name) else { return nil }
            self = .gravity(gravity, x: numbers.first ?? 0, y: numbers.last ?? 0)
        default:
            return nil
        }
    }

    /// The fault of the numbers; nil if they are valid.
    var fault: String? {
        switch self {
        case .attention: return nil
        case .focus(let x, let y):
            return ResultLimits.fault(of: x, "a focus", upTo: 1)
                ?? ResultLimits.fault(of: y, "a focus", upTo: 1)
        case .gravity(_, let x, let y):
            return ResultLimits.fault(of: abs(x), "a distance")
                ?? ResultLimits.fault(of: abs(y), "a distance")
        }
    }
}
