import Foundation

/// Numbers of bytes as texts.
enum ByteText {
    /// Returns a number in the unit that suits it, such as `1.2 MB`.
    static func of(_ byteCount: Int) -> String {
        let units = ["bytes", "kB", "MB", "GB"]
        var (number, unit) = (Double(byteCount), 0)
        while number >= 1000, unit < units.count - 1 {
            number /= 1000
            unit += 1
        }
        return unit == 0
            ? "\(byteCount) bytes" : String(format: "%.1f \(units[unit])", number)
    }
}
