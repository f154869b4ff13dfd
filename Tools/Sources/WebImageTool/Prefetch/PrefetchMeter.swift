import WebImage

/// Shows the progress of a batch on a terminal if it takes long.
struct PrefetchMeter: Sendable {
    private static let patience = Duration.milliseconds(300)
    private static let interval = Duration.milliseconds(100)

    let batch: PrefetchBatch
    let tally: PrefetchTally
    /// The number of URLs in the list, with duplicates; nil if unknown.
    let listed: Int?
    let output: Output

    /// Shows the progress until the batch ends.
    func run() async {
        guard output.showsStatus else {
            await batch.end()
            return
        }
        let ticker = Task { await tick() }
        await batch.end()
        ticker.cancel()
        await ticker.value
        output.show("")
    }

    private func tick() async {
        try? await Task.sleep(for: Self.patience)
        while !Task.isCancelled {
            output.show(line)
            try? await Task.sleep(for: Self.interval)
        }
    }

    private var line: String {
        let progress = batch.progress
        let seconds = max(tally.elapsed / .seconds(1), 0.001)
        let pace = Int((Double(progress.ended) / seconds).rounded())
        var parts = ["\(progress.ended)"]
        if let total = progress.total ?? listed {
            let share = total > 0 ? Double(progress.ended) / Double(total) : 1
            parts = ["\(Meter.bar(share)) \(progress.ended)/\(total)"]
        }
        if progress.failed > 0 { parts.append("\(progress.failed) failed") }
        parts += ["\(ByteCount(progress.byteCount))", "\(tally.rate(progress))/s", "\(pace)/s"]
        return parts.joined(separator: "  ")
    }
}
