/// How a section is drawn: which of its columns, and as what.
struct Plot {
    enum Style {
        /// A bar for each row, as wide as its value.
        case bars
        /// A line for each column over the rows, whose names are numbers.
        case lines
    }

    let style: Style
    let title: String
    /// Indices of the section's columns.
    let columns: [Int]
    /// What the horizontal axis of lines says.
    var x = ""
    /// Whether that axis is logarithmic.
    var isLogarithmic = false

    static func bars(_ title: String, _ column: Int) -> Plot {
        Plot(style: .bars, title: title, columns: [column])
    }
}

extension Section {
    /// Those given, else bars of processor time and peak memory, or of the first column.
    var drawn: [Plot] {
        if let plots { return plots }
        let names = columns.map(\.name)
        let wanted = ["CPU", "peak", "time"].compactMap { names.firstIndex(of: $0) }
        return wanted.prefix(2).map { .bars("\(names[$0]), \(columns[$0].unit)", $0) }
    }
}
