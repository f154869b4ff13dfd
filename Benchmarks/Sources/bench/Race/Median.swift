enum Median {
    /// Returns the middle value, or the mean of the two middle ones of an even number.
    static func of(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        let middle = sorted.count / 2
        guard !sorted.isEmpty else { return 0 }
        return sorted.count.isMultiple(of: 2)
            ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    }
}
