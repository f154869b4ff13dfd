/// A thing under test, and beside it what its description says of it.
protocol BesideModel {
    associatedtype Step

    /// What may happen next.
    var steps: [Step] { get }
    /// Lets both take a step; returns in what they disagree.
    mutating func take(_ step: Step) -> String?
}

/// Tries all histories of a thing that are no longer than some steps.
struct HistoryWalk {
    private(set) var disagreements: Set<String> = []
    private(set) var stepCount = 0

    mutating func explore(_ former: some BesideModel, depth: Int) {
        guard depth > 0 else { return }
        for step in former.steps {
            var next = former
            if let disagreement = next.take(step) { disagreements.insert(disagreement) }
            stepCount += 1
            explore(next, depth: depth - 1)
        }
    }
}
