public import WebImageLoading
public import WebImagePipeline

// Readers of the spellings of options: a value that reads back the same has a spelling of its own.

extension Optional: ParsableValue where Wrapped: ParsableValue {
    /// Reads a value, or `none`.
    public init?(spelling: some StringProtocol) {
        guard spelling != "none" else {
            self = .none
            return
        }
        let text = spelling.hasPrefix("some:") ? spelling.dropFirst(5)[...] : spelling[...]
        guard let value = Wrapped(spelling: text) else { return nil }
        self = .some(value)
    }
}

extension Array: ParsableValue where Element: ParsableValue {
    /// Reads elements separated by `+`.
    public init?(spelling: some StringProtocol) {
        self = []
        guard !spelling.isEmpty else { return }
        for part in Self.parts(of: spelling) {
            guard let element = Element(spelling: part) else { return nil }
            append(element)
        }
    }

    /// Returns the texts between the separators, without escapes.
    private static func parts(of text: some StringProtocol) -> [String] {
        var parts = [""]
        var isMarked = false
        for character in text {
            if !isMarked, character == "+" {
                parts.append("")
            } else if !isMarked, character == "!" {
                isMarked = true
                continue
            } else {
                parts[parts.count - 1].append(character)
            }
            isMarked = false
        }
        return parts
    }
}

extension Duration: ParsableValue {
    /// Reads seconds, with or without the unit.
    public init?(spelling: some StringProtocol) {
        var text = String(spelling.hasSuffix("s") ? spelling.dropLast()[...] : spelling[...])
        let isNegative = text.hasPrefix("-")
        if isNegative { text.removeFirst() }
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let seconds = Int64(digits: parts[0]) else { return nil }
        var attoseconds: Int64 = 0
        if parts.count == 2 {
            let missing = 18 - parts[1].utf8.count
            guard missing >= 0, !parts[1].isEmpty,
                let value = Int64(digits: parts[1] + String(repeating: "0", count: missing))
            else { return nil }
            attoseconds = value
        }
        self.init(
            secondsComponent: isNegative ? -seconds : seconds,
            attosecondsComponent: isNegative ? -attoseconds : attoseconds)
    }
}

extension StatusSet: ParsableValue {
    /// Reads `any`, `none`, or ranges of numbers that are not negative.
    public init?(spelling: some StringProtocol) {
        switch spelling {
        case "any": self = .any
        case "none": self.init([])
        default:
            let ranges = spelling.split(separator: "+", omittingEmptySubsequences: false)
                .map { Self.range($0) }
            guard !ranges.contains(nil) else { return nil }
            self.init(ranges.compactMap(\.self))
        }
    }

    private static func range(_ text: some StringProtocol) -> ClosedRange<Int>? {
        let ends = text.split(separator: "-", omittingEmptySubsequences: false)
            .map { Int(digits: $0) }
        guard ends.count <= 2, case let lower?? = ends.first, case let upper?? = ends.last,
            lower <= upper
        else { return nil }
        return lower...upper
    }
}

extension PreviewPolicy: ParsableValue {
    /// Reads `off`, `all` or a duration.
    public init?(spelling: some StringProtocol) {
        switch spelling {
        case "off": self = .off
        case "all": self = .all
        default:
            guard let interval = Duration(spelling: spelling), interval >= .zero else { return nil }
            self = .every(interval)
        }
    }
}

extension Bool: ParsableValue {
    /// Reads `true` or `false`.
    public init?(spelling: some StringProtocol) { self.init(String(spelling)) }
}

extension FixedWidthInteger {
    /// Reads decimal digits only; nil for a sign.
    fileprivate init?(digits text: some StringProtocol) {
        guard text.utf8.allSatisfy({ $0 >= 48 && $0 <= 57 }) else { return nil }
        self.init(text, radix: 10)
    }
}
