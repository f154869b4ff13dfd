/// The columns of a section that are drawn, and their style.
struct Plot {
    enum Style {
        /// One bar per row, as wide as its value.
        case bars
        /// One line per column over the rows, whose names are numbers.
        case lines
    }

    let style: Style
    let title: String
    /// The indices of the section's columns.
    let columns: [Int]
    /// The label of the horizontal axis of lines.
    var x = ""
    /// `true` if the horizontal axis is logarithmic.
    var isLogarithmic = false

    static func bars(_ title: String, _ column: Int) -> Plot {
        Plot(style: .bars, title: title, columns: [column])
    }
}

extension Section {
    /// The given plots, else bars of processor time and peak memory, or of the first column.
    var drawn: [Plot] {
        if let plots { return plots }
        let names = columns.map(\.name)
        let wanted = ["CPU", "peak", "time"].compactMap { names.firstIndex(of: $0) }
        return wanted.prefix(2).map { .bars("\(names[$0]), \(columns[$0].unit)", $0) }
    }
}
