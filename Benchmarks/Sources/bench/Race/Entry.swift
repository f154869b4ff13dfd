/// What a contestant's rounds gave.
struct Entry {
    let name: String
    var samples: [Sample] = []
    /// Bytes, of a process that did nothing else.
    var peakBytes: Double?
    /// Likeness to the reference, the larger the better.
    var quality: Double?
    /// Why it does not take part.
    var failure: String?

    /// One of its figures, the median of its rounds.
    func value(_ metric: Metric) -> Double? {
        guard failure == nil else { return nil }
        switch metric {
        case .cpu: return samples.isEmpty ? nil : Median.of(samples.map(\.cpu)) * 1e3
        case .wall: return samples.isEmpty ? nil : Median.of(samples.map(\.wall)) * 1e3
        case .peak:
            let peaks = samples.compactMap(\.peakBytes)
            return (peaks.isEmpty ? peakBytes : Median.of(peaks)).map { $0 / 1e6 }
        case .quality: return quality
        }
    }

    /// How often the other's figure this one's is; times as the median over rounds, whose two sides
    /// met the same load of the machine.
    func ratio(to other: Entry, _ metric: Metric) -> Double? {
        let pairs = zip(samples, other.samples)
        switch metric {
        case _ where failure != nil || other.failure != nil: return nil
        case .cpu: return Median.of(pairs.map { $0.cpu / $1.cpu })
        case .wall: return Median.of(pairs.map { $0.wall / $1.wall })
        case .peak, .quality:
            guard let mine = value(metric), let theirs = other.value(metric) else { return nil }
            return mine / theirs
        }
    }
}

/// What entries are compared by.
enum Metric: String {
    case cpu = "CPU"
    case wall
    case peak = "peak memory"
    case quality
}
