/// A statement that a race tests: a figure of ours, or its ratio to a peer's.
struct Claim {
    /// The opponent of ours.
    enum Rival {
        /// None: the figure itself is bounded.
        case none
        /// The peer of that name.
        case named(String)
        /// The one of these peers that needs the least processor time.
        case fastest([String], called: String)
    }

    let metric: Metric
    let rival: Rival
    let bound: Bound?

    /// Returns the verdict; `nil` if one of the figures is missing.
    func verdict(on entries: [Entry]) -> Verdict? {
        guard let ours = entries.first(where: { $0.name == PeerNames.ours }) else { return nil }
        switch rival {
        case .none:
            return ours.value(metric).map { Verdict(metric.rawValue, $0, unit, bound) }
        case .named(let name):
            return entries.first { $0.name == name }.flatMap { verdict(ours, against: $0, name) }
        case .fastest(let names, let title):
            let present = entries.filter { names.contains($0.name) && $0.value(.cpu) != nil }
            let best = present.min { ($0.value(.cpu) ?? 0) < ($1.value(.cpu) ?? 0) }
            return best.flatMap { verdict(ours, against: $0, "\(title) (\($0.name))") }
        }
    }

    private func verdict(_ ours: Entry, against other: Entry, _ name: String) -> Verdict? {
        // Likeness is near 1 for all, so the difference says more than the ratio.
        if metric == .quality {
            guard let mine = ours.quality, let theirs = other.quality else { return nil }
            return Verdict("quality - \(name)", mine - theirs, "", bound)
        }
        return ours.ratio(to: other, metric).map {
            Verdict("\(metric.rawValue) / \(name)", $0, "×", bound)
        }
    }

    private var unit: String {
        switch metric {
        case .cpu, .wall: "ms"
        case .peak: "MB"
        case .quality: ""
        }
    }
}
