import Synchronization
import WebImage

/// Counts received bytes, and shows them on a terminal if loading takes long.
final class Meter: Sendable {
    private struct State {
        var finished = 0
        /// The bytes of finished sources.
        var settled = 0
        var loading: [Int: LoadProgress] = [:]
    }

    private static let patience = Duration.milliseconds(300)
    private static let interval = Duration.milliseconds(100)

    private let state = Mutex(State())
    private let total: Int?
    private let output: Output

    /// `true` if the progress is shown.
    let isShown: Bool

    /// - Parameters:
    ///   - total: The number of sources; nil if it is not known.
    ///   - isQuiet: `true` to show no progress.
    init(total: Int?, output: Output, isQuiet: Bool = false) {
        self.total = total
        isShown = output.showsStatus && !isQuiet
        self.output = output
    }

    /// Updates the progress of a source.
    func progressed(_ index: Int, _ progress: LoadProgress) {
        state.withLock { $0.loading[index] = progress }
    }

    /// Marks a source as finished.
    func finished(_ index: Int) {
        state.withLock { state in
            state.finished += 1
            state.settled += state.loading.removeValue(forKey: index)?.receivedByteCount ?? 0
        }
    }

    /// Runs `body` and shows the progress meanwhile; erases it at the end.
    func running(_ body: () async -> Void) async {
        guard isShown else { return await body() }
        let ticker = Task { await tick() }
        await body()
        ticker.cancel()
        await ticker.value
        output.show("")
    }

    private func tick() async {
        let start = ContinuousClock.now
        try? await Task.sleep(for: Self.patience)
        while !Task.isCancelled {
            output.show(line(after: start.duration(to: .now)))
            try? await Task.sleep(for: Self.interval)
        }
    }

    private func line(after elapsed: Duration) -> String {
        state.withLock { state in
            let received =
                state.settled + state.loading.values.reduce(0) { $0 + $1.receivedByteCount }
            let rate = "\(ByteCount(Int(Double(received) / (elapsed / .seconds(1)))))/s"
            let bytes = "\(ByteCount(received))"
            guard let total else { return "\(state.finished)  \(bytes)  \(rate)" }
            guard total == 1 else {
                let share = Double(state.finished) / Double(total)
                return "\(Self.bar(share)) \(state.finished)/\(total)  \(bytes)  \(rate)"
            }
            guard let progress = state.loading.values.first, let fraction = progress.fraction,
                let expected = progress.expectedByteCount
            else { return received > 0 ? "\(bytes)  \(rate)" : "loading" }
            return "\(Self.bar(fraction)) \(bytes) of \(ByteCount(expected))  \(rate)"
        }
    }

    static func bar(_ share: Double) -> String {
        let width = 24
        let filled = Int((min(max(share, 0), 1) * Double(width)).rounded(.down))
        return "[" + String(repeating: "#", count: filled)
            + String(repeating: " ", count: width - filled) + "]"
    }
}
