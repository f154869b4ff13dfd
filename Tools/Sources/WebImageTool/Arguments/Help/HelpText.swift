/// Lines of help that fit a terminal of 80 columns.
enum HelpText {
    private static let width = 79

    /// Returns lines, each broken where it is too long, with its indentation and two columns more.
    ///
    /// Lines break at blanks, and a form such as `tint(#RRGGBB[,mode:normal|multiply])` before a
    /// bracket or a bar.
    static func wrapped(_ lines: [String]) -> String {
        lines.flatMap(broken).joined(separator: "\n")
    }

    private static func broken(_ line: String) -> [String] {
        let indentation = line.prefix { $0 == " " }.count
        let margin = String(repeating: " ", count: indentation + 2)
        var lines: [String] = []
        var rest = line[...]
        while rest.count > width, let end = lastBreak(in: rest, after: indentation + 2) {
            lines.append(String(rest[..<end]))
            rest = Substring(margin + rest[end...].drop { $0 == " " })
        }
        return lines + [String(rest)]
    }

    private static func lastBreak(in line: Substring, after start: Int) -> Substring.Index? {
        let room = line.prefix(width + 1)
        let first = line.index(line.startIndex, offsetBy: start)
        return room[first...].lastIndex(of: " ")
            ?? room[first...].dropFirst().lastIndex { $0 == "[" || $0 == "|" }
    }
}
