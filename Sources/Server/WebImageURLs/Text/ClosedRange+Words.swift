import WebImagePixels

// Ranges of numbers in errors.

extension ClosedRange where Bound == Int {
    /// The bounds that are not those of the type, as in ` from 1 to 100`.
    var words: String {
        words(
            lowerBound == .min ? nil : "\(lowerBound)", upperBound == .max ? nil : "\(upperBound)")
    }
}

extension ClosedRange where Bound == Double {
    /// The bounds that are not those of the type, as in ` from 0 to 1`.
    var words: String {
        let spelled = { (bound: Double) in
            bound == bound.rounded() ? "\(Int(bounding: bound))" : "\(bound)"
        }
        let least = lowerBound == -.greatestFiniteMagnitude ? nil : spelled(lowerBound)
        let most = upperBound == .greatestFiniteMagnitude ? nil : spelled(upperBound)
        return lowerBound == .leastNonzeroMagnitude ? " above 0" : words(least, most)
    }
}

extension ClosedRange {
    fileprivate func words(_ least: String?, _ most: String?) -> String {
        (least.map { " from \($0)" } ?? "") + (most.map { " to \($0)" } ?? "")
    }
}
