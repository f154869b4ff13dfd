/// What a figure must not exceed, or must reach, by the project's targets.
struct Bound: Encodable {
    let limit: Double
    /// Whether larger figures miss it.
    let isUpper: Bool

    static func atMost(_ limit: Double) -> Bound { Bound(limit: limit, isUpper: true) }
    static func atLeast(_ limit: Double) -> Bound { Bound(limit: limit, isUpper: false) }

    func holds(for value: Double) -> Bool { isUpper ? value <= limit : value >= limit }

    /// For instance `≤ 1.2`.
    var text: String { "\(isUpper ? "≤" : "≥") \(limit.shortest)" }
}
