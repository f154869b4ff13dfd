import WebImageCoding
import WebImageLoading

/// A filter of a thumbor address: a name, and texts between parentheses.
struct ThumborFilter: Hashable {
    /// The meaning of its name; nil for a name that thumbor does not have.
    let option: ThumborOption?
    /// The texts between commas, without spaces around them.
    let arguments: [Substring]

    /// The text of an argument; empty if it is missing.
    private subscript(_ index: Int) -> Substring { index < arguments.count ? arguments[index] : "" }

    /// Reads an argument as a whole number; nil if it is missing or has another form.
    func whole(_ index: Int) -> Int? { Int(self[index]) }

    /// Reads an argument as a finite decimal number; nil if it is missing or has another form.
    func decimal(_ index: Int) -> Double? { Double(decimal: self[index]) }

    /// Reads an argument as `true`, `True` or `1`, all others as false.
    func flag(_ index: Int) -> Bool { ["true", "True", "1"].contains(self[index]) }
}

/// The filters of a thumbor address in their order.
struct ThumborFilters {
    /// The most filters that are read, known or not.
    static let most = 64

    private(set) var list: [ThumborFilter] = []
    /// `true` if a picture that shall fit in is enlarged.
    private(set) var enlarges = false
    /// `true` if no side becomes longer than the picture's own.
    private(set) var keepsSmall = false
    /// `true` if the picture gets the sides of the size, in place of being cropped.
    private(set) var stretches = false

    /// Reads filters as they stand in an address, such as `blur(3):format(png)`.
    init(_ text: Substring) throws(URLFault) {
        guard !text.isEmpty else { return }
        guard let text = String(spelling: text) else {
            throw URLFault(of: "filters", "a percent escape is no text")
        }
        var rest = text[...]
        while !rest.isEmpty {
            guard list.count < Self.most else {
                throw URLFault(of: "filters", "expected at most \(Self.most)")
            }
            // A filter ends at a colon after a closing parenthesis.
            let end = rest.firstRange(ofBytes: "):")
            let colon = end.map { rest.utf8.index(after: $0.lowerBound) } ?? rest.endIndex
            let filter = Self.filter(rest[..<colon])
            if case .sizing(let option) = filter.option { set(option) }
            list.append(filter)
            rest = rest[(end?.upperBound ?? rest.endIndex)...]
        }
    }

    private mutating func set(_ option: ThumborSizingFilter) {
        switch option {
        case .upscale: enlarges = true
        case .noUpscale: keepsSmall = true
        case .stretch: stretches = true
        }
    }

    private static func filter(_ text: Substring) -> ThumborFilter {
        guard let open = text.utf8.firstIndex(of: UInt8(ascii: "(")) else {
            return ThumborFilter(option: ThumborOption(name: text), arguments: [])
        }
        var inner = text[text.utf8.index(after: open)...]
        if inner.utf8.last == UInt8(ascii: ")") { inner = inner.dropLast() }
        let arguments = trimmed(inner).isEmpty ? [] : split(inner)
        return ThumborFilter(option: ThumborOption(name: text[..<open]), arguments: arguments)
    }

    /// Returns the texts between commas; apostrophes around a text protect commas in it.
    private static func split(_ text: Substring) -> [Substring] {
        var pieces: [Substring] = []
        var start = text.startIndex
        var isQuoted = false
        for index in text.utf8.indices {
            switch text.utf8[index] {
            case UInt8(ascii: "'"): isQuoted.toggle()
            case UInt8(ascii: ",") where !isQuoted:
                pieces.append(unquoted(text[start..<index]))
                start = text.utf8.index(after: index)
            default: break
            }
        }
        return pieces + [unquoted(text[start...])]
    }

    private static func unquoted(_ text: Substring) -> Substring {
        let text = trimmed(text)
        let quote = UInt8(ascii: "'")
        guard text.utf8.count > 2, text.utf8.first == quote, text.utf8.last == quote else {
            return text
        }
        return text.dropFirst().dropLast()
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text.drop { $0 == " " }
        while text.utf8.last == UInt8(ascii: " ") { text.removeLast() }
        return text
    }
}
