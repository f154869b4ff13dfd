import ArgumentParser
import WebImage

/// Reads `--fit`.
enum FitArgument {
    static func read(_ text: String) throws -> Fit {
        if let fit = Fit(rawValue: text) { return fit }
        throw ValidationError(
            unknown("fit", text, known: Fit.allCases.map(\.rawValue)))
    }

    /// Returns a message about an unknown name, with the nearest known one or all of them.
    static func unknown(_ what: String, _ text: String, known: [String]) -> String {
        let start = "unknown \(what) '\(text.printable)'"
        if let nearest = known.nearest(to: text) {
            return "\(start); did you mean '\(nearest)'?"
        }
        return "\(start); known are \(known.joined(separator: ", "))."
    }
}

/// Reads `--filter`.
enum FilterArgument {
    static func read(_ text: String) throws -> ResampleFilter {
        if let filter = ResampleFilter(rawValue: text) { return filter }
        throw ValidationError(
            FitArgument.unknown("filter", text, known: ResampleFilter.allCases.map(\.rawValue)))
    }
}
