/// The tests of a Swift file, with their attributes and bodies.
struct TestScan {
    struct Test {
        let name: String
        let suite: String
        /// The attributes of the test and of its suite.
        let attributes: String
        /// The code between its braces, without comments and texts.
        let body: String
    }

    private(set) var tests: [Test] = []
    private let code: [UInt8]

    init(_ text: String, suite: String) {
        code = BlankedSwift(text).bytes
        let suites = places(of: "@Suite").map { start -> (attribute: Range<Int>, end: Int) in
            let attribute = attribute(at: start)
            return (attribute, block(from: attribute.upperBound)?.upperBound ?? start)
        }
        tests = places(of: "@Test").compactMap { start in
            let attribute = attribute(at: start)
            guard let function = function(behind: attribute.upperBound),
                let name = name(from: function), let body = block(from: name.upperBound)
            else { return nil }
            let around = suites.filter { ($0.attribute.upperBound..<$0.end).contains(start) }
            let attributes = ([attribute] + around.map(\.attribute)).map(spelling)
            return Test(
                name: spelling(of: name).filter { $0 != "`" }, suite: suite,
                attributes: attributes.joined(separator: " "), body: spelling(of: body))
        }
    }

    private static func isOfWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    private func spelling(of range: Range<Int>) -> String {
        String(decoding: code[range], as: UTF8.self)
    }

    /// Returns the places of a word.
    private func places(of word: String) -> [Int] {
        let word = Array(word.utf8)
        var (places, index) = ([Int](), 0)
        while let start = code[index...].firstIndex(of: word[0]) {
            index = start + 1
            if code[start...].starts(with: word),
                !code[..<start].suffix(1).contains(where: Self.isOfWord),
                !code[(start + word.count)...].prefix(1).contains(where: Self.isOfWord)
            {
                places.append(start)
            }
        }
        return places
    }

    /// Returns the attribute that begins at an `@`, with its arguments.
    private func attribute(at start: Int) -> Range<Int> {
        let end = code[(start + 1)...].firstIndex { !Self.isOfWord($0) } ?? code.endIndex
        guard end < code.count, code[end] == UInt8(ascii: "("),
            let arguments = balanced(from: end)
        else { return start..<end }
        return start..<arguments.upperBound
    }

    /// Returns the end of the `func` that follows attributes and modifiers only.
    private func function(behind index: Int) -> Int? {
        var index = index
        while let start = code[index...].firstIndex(where: { $0 > UInt8(ascii: " ") }) {
            if code[start] == UInt8(ascii: "@") {
                index = attribute(at: start).upperBound
                continue
            }
            let end = code[start...].firstIndex { !Self.isOfWord($0) } ?? code.endIndex
            let word = spelling(of: start..<end)
            if word == "func" { return end }
            guard ["private", "static", "nonisolated", "mutating", "package"].contains(word) else {
                return nil
            }
            index = end
        }
        return nil
    }

    /// Returns the name of a function, with its backticks.
    private func name(from index: Int) -> Range<Int>? {
        guard let start = code[index...].firstIndex(where: { $0 > UInt8(ascii: " ") }) else {
            return nil
        }
        let end =
            code[start] == UInt8(ascii: "`")
            ? code[(start + 1)...].firstIndex(of: UInt8(ascii: "`")).map { $0 + 1 }
            : code[start...].firstIndex { !Self.isOfWord($0) }
        return end.map { start..<$0 }
    }

    /// Returns the next block in braces, if a declaration has one.
    private func block(from index: Int) -> Range<Int>? {
        var index = index
        while index < code.count, code[index] != UInt8(ascii: "}") {
            if code[index] == UInt8(ascii: "{") { return balanced(from: index) }
            let isOpen = code[index] == UInt8(ascii: "(")
            index = isOpen ? balanced(from: index)?.upperBound ?? code.count : index + 1
        }
        return nil
    }

    /// Returns the code from an opening to its closing parenthesis or brace.
    private func balanced(from start: Int) -> Range<Int>? {
        let open = code[start]
        let close = UInt8(ascii: open == UInt8(ascii: "{") ? "}" : ")")
        var depth = 0
        for index in start..<code.count {
            if code[index] == open { depth += 1 }
            if code[index] == close { depth -= 1 }
            if depth == 0 { return start..<index + 1 }
        }
        return nil
    }
}
