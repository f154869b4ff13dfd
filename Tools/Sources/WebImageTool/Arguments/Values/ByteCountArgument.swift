import ArgumentParser

/// Reads a number of bytes such as `100000`, `100kB`, `0.5 MB` or `64KiB`.
enum ByteCountArgument {
    private static let units: [(name: String, bytes: Double)] = [
        ("b", 1), ("k", 1e3), ("kb", 1e3), ("m", 1e6), ("mb", 1e6), ("g", 1e9), ("gb", 1e9),
        ("kib", 1_024), ("mib", 1_048_576), ("gib", 1_073_741_824),
    ]

    static func read(_ text: String) throws -> Int {
        if let count = Int(text), count > 0 { return count }
        let digits = text.prefix { "0123456789.".contains($0) }
        let unit = text.dropFirst(digits.count).drop { $0 == " " }.lowercased()
        guard let number = Double(digits), let factor = units.first(where: { $0.name == unit }),
            let count = Int(exactly: (number * factor.bytes).rounded(.down)), count > 0
        else {
            throw ValidationError(
                "expected a number of bytes such as 100000, 100kB or 2MB, found '\(text.printable)'."
            )
        }
        return count
    }
}
