extension Sequence<String> {
    /// Returns the element that `name` is most likely a misspelling of; nil if none is near.
    ///
    /// The smallest distance wins, the first of several: letters inserted, left out, exchanged or
    /// swapped with their neighbour (optimal string alignment). Case does not count. Names that
    /// differ in more than a third of their letters do not match.
    public func nearest(to name: String) -> String? {
        let longest = 64
        let wanted = Array(name.lowercased().unicodeScalars.prefix(longest + 1))
        guard !wanted.isEmpty, wanted.count <= longest else { return nil }
        var best: (name: String, distance: Int)?
        for candidate in self {
            let letters = Array(candidate.lowercased().unicodeScalars.prefix(longest))
            let distance = NameDistance.of(wanted, letters)
            let allowed = Swift.max(1, Swift.max(wanted.count, letters.count) / 3)
            guard distance <= allowed, distance < Swift.max(wanted.count, letters.count) else {
                continue
            }
            if distance < best?.distance ?? .max { best = (candidate, distance) }
        }
        return best?.name
    }
}

private enum NameDistance {
    /// Returns the optimal string alignment of two names.
    static func of(_ from: [Unicode.Scalar], _ to: [Unicode.Scalar]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...to.count)
        for (row, letter) in from.enumerated() {
            var line = [row + 1]
            for (column, other) in to.enumerated() {
                var cost = min(last[column + 1], line[column]) + 1
                cost = min(cost, last[column] + (letter == other ? 0 : 1))
                if row > 0, column > 0, letter == to[column - 1], from[row - 1] == other {
                    cost = min(cost, beforeLast[column - 1] + 1)
                }
                line.append(cost)
            }
            beforeLast = last
            last = line
        }
        return last[to.count]
    }
}
