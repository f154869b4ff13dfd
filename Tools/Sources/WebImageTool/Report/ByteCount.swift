/// A number of bytes in text such as `3.4 MB`.
struct ByteCount: CustomStringConvertible {
    private let count: Int

    init(_ count: Int) { self.count = count }

    var description: String {
        var (value, unit) = (Double(count), 0)
        let units = ["B", "kB", "MB", "GB", "TB"]
        while value >= 1000, unit < units.count - 1 {
            value /= 1000
            unit += 1
        }
        guard unit > 0 else { return "\(count) B" }
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10) \(units[unit])"
    }
}
