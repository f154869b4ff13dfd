/// A table of one measurement, and what follows from it.
struct Section: Encodable {
    /// What a column holds.
    struct Column: Encodable {
        let name: String
        let unit: String
    }

    /// A contestant, a size, an action: one figure a column, nil where there is none.
    struct Row: Encodable {
        let name: String
        var values: [Double?]
        /// Why there are none, or what must be known about them.
        var note: String?
    }

    let group: String
    let title: String
    let columns: [Column]
    var rows: [Row] = []
    var verdicts: [Verdict] = []
    /// How it is drawn, nil for bars; not written.
    var plots: [Plot]?

    private enum CodingKeys: CodingKey {
        case group
        case title
        case columns
        case rows
        case verdicts
    }
}

extension Section.Column {
    static let cpu = Section.Column(name: "CPU", unit: "ms")
    static let wall = Section.Column(name: "wall", unit: "ms")
    static let peak = Section.Column(name: "peak", unit: "MB")
}
