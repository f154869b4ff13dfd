import WebImageCoding
public import WebImageLoading
public import WebImagePixels

extension CropPosition: ParsableValue {
    /// The forms of a position, for the help.
    static let meaning = "north, east:10:0.25, focus:0.3:0.7 or smart, for example"

    /// The forms of a position, for errors.
    static let expected =
        "\(Gravity.choices), also with distances as in east:10:0.25, focus:0.3:0.7, or smart"

    /// The name of a place, with its distances unless both are 0, as in `north:10:0.25`;
    /// `focus:0.3:0.7`; or `smart` for `attention`.
    public var spelling: String { spelled }

    /// Reads a position; `attention` is another word for `smart`.
    public init?(spelling: some StringProtocol) { self.init(spelled: spelling) }

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
