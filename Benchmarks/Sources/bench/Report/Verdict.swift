/// A figure that matters, mostly a ratio, and its target.
struct Verdict: Encodable {
    let name: String
    let value: Double
    let unit: String
    /// The target; `nil` for a figure that is only reported.
    let bound: Bound?
    let holds: Bool?

    init(_ name: String, _ value: Double, _ unit: String = "×", _ bound: Bound? = nil) {
        (self.name, self.value, self.unit, self.bound) = (name, value, unit, bound)
        holds = bound.map { $0.holds(for: value) }
    }

    /// The verdict as text, for instance `CPU / pyvips 0.65 × (target ≤ 0.7)`.
    var inWords: String {
        "\(name) \(value.digits) \(unit)" + (bound.map { " (target \($0.text))" } ?? "")
    }

    /// `holds`, or the distance to the target; empty without a target.
    var outcome: String {
        guard let bound, let holds else { return "" }
        if holds { return "holds" }
        guard bound.limit != 0 else { return "MISSED" }
        let excess = abs(value / bound.limit - 1) * 100
        return "MISSED by \(excess.digits) %"
    }
}
