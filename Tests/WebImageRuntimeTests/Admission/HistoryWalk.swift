/// A type under test beside a model of it.
protocol BesideModel {
    associatedtype Step

    /// The possible next steps.
    var steps: [Step] { get }
    /// Applies a step to both; returns their disagreement.
    mutating func take(_ step: Step) -> String?
}

/// A search through all histories up to a number of steps.
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
