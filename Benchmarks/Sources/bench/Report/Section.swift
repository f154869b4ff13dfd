/// The table of one measurement, and its verdicts.
struct Section: Encodable {
    /// The name and unit of a column.
    struct Column: Encodable {
        let name: String
        let unit: String
    }

    /// A contestant, a size or an action: one figure per column, `nil` if missing.
    struct Row: Encodable {
        let name: String
        var values: [Double?]
        /// The reason for missing figures, or a remark.
        var note: String?
    }

    let group: String
    let title: String
    let columns: [Column]
    var rows: [Row] = []
    var verdicts: [Verdict] = []
    /// The charts, `nil` for bars; not encoded.
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
