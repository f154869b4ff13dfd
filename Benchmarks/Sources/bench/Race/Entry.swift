/// The results of a contestant.
struct Entry {
    let name: String
    var samples: [Sample] = []
    /// The peak in bytes of a process for one operation.
    var peakBytes: Double?
    /// Likeness to the reference, the larger the better.
    var quality: Double?
    /// The reason why it does not take part.
    var failure: String?

    /// Returns the median of one figure over the rounds.
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

    /// Returns the ratio of a figure to that of another entry.
    ///
    /// For times it is the median over rounds, whose two sides met the same load of the machine.
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

/// The figures by which entries are compared.
enum Metric: String {
    case cpu = "CPU"
    case wall
    case peak = "peak memory"
    case quality
}
