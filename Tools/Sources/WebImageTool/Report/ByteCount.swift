/// A number of bytes in text such as `3.4 MB`.
struct ByteCount: CustomStringConvertible {
    private let count: Int

    init(_ count: Int) { self.count = count }

    var description: String {
        var (value, unit) = (Double(count), 0)
        let units = ["B", "kB", "MB", "GB", "TB"]
        // From 999.5 on the number would be rounded to 1000.
        while value >= 999.5, unit < units.count - 1 {
            value /= 1000
            unit += 1
        }
        guard unit > 0 else { return "\(count) B" }
        guard value < 99.95 else { return "\(Int(value.rounded())) \(units[unit])" }
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10) \(units[unit])"
    }
}
