/// The bound of a figure by the project's targets.
struct Bound: Encodable {
    let limit: Double
    /// `true` for a maximum, `false` for a minimum.
    let isUpper: Bool

    static func atMost(_ limit: Double) -> Bound { Bound(limit: limit, isUpper: true) }
    static func atLeast(_ limit: Double) -> Bound { Bound(limit: limit, isUpper: false) }

    func holds(for value: Double) -> Bool { isUpper ? value <= limit : value >= limit }

    /// The text of the bound, for instance `≤ 1.2`.
    var text: String { "\(isUpper ? "≤" : "≥") \(limit.shortest)" }
}
