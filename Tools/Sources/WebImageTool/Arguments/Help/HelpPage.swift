/// The help of `webimage get`, arranged: usual options first, transforms last.
///
/// The parser prints transforms, which are a part of the overview, before all options, and options
/// in the order of their declaration.
struct HelpPage {
    /// The usual options, in the order of the page.
    private static let usual = [
        "-o", "-r", "--size", "--fit", "--transform", "--format", "--quality", "--max-bytes",
        "--strip",
        "--name", "--dry-run", "--json", "-q",
    ]
    private static let transformsTitle = "Transforms, "

    /// The overview's lines, without transforms.
    private let overview: [String]
    private let transforms: [String]
    /// Usage and arguments.
    private let usage: [String]
    /// The lines of each option.
    private let options: [[String]]

    /// Reads the text that the parser made; nil for another command's.
    init?(_ text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard let transforms = lines.firstIndex(where: { $0.hasPrefix(Self.transformsTitle) }),
            let usage = lines.firstIndex(where: { $0.hasPrefix("USAGE: ") }), transforms < usage,
            let options = lines.firstIndex(of: "OPTIONS:"), usage < options
        else { return nil }
        overview = Array(lines[..<transforms])
        self.transforms = Self.trimmed(lines[transforms..<usage])
        self.usage = Array(lines[usage..<options])
        self.options = Self.entries(lines[(options + 1)...])
    }

    /// The whole help.
    var text: String {
        let others = options.filter { Self.rank($0) == nil }
        let title = "TRANSFORMS" + transforms[0].dropFirst(10)
        let first = overview + usage + ["OPTIONS:"] + usualOptions
        let rest = ["", "MORE OPTIONS:"] + Array(others.joined()) + ["", title]
        return (first + rest + transforms.dropFirst()).joined(separator: "\n")
    }

    /// The usual options, the names of transforms, and the way to the whole help.
    var short: String {
        let names = transforms.filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }.map {
            String($0.dropFirst(2).prefix(while: \.isLetter))
        }
        let last =
            HelpText.wrapped(["Transforms: " + names.joined(separator: ", ") + "."])
            + "\n\n'webimage get --help' shows all options, examples and the forms of transforms."
        let first = Array(overview.prefix(1)) + [""] + usage
        return (first + ["OPTIONS:"] + usualOptions + ["", last]).joined(separator: "\n")
    }

    private var usualOptions: [String] {
        let ranked = options.compactMap { entry in Self.rank(entry).map { ($0, entry) } }
        return ranked.sorted { $0.0 < $1.0 }.flatMap(\.1)
    }

    /// Returns the place of an option among the usual ones; nil for another.
    private static func rank(_ entry: [String]) -> Int? {
        let name = entry[0].dropFirst(2).prefix { $0 != "," && $0 != " " }
        return usual.firstIndex(of: String(name))
    }

    /// Returns the lines of each entry; an entry begins in column 3.
    private static func entries(_ lines: ArraySlice<String>) -> [[String]] {
        trimmed(lines).reduce(into: []) { entries, line in
            if line.hasPrefix("  -") || entries.isEmpty {
                entries.append([line])
            } else {
                entries[entries.count - 1].append(line)
            }
        }
    }

    private static func trimmed(_ lines: ArraySlice<String>) -> [String] {
        Array(lines.prefix((lines.lastIndex { !$0.isEmpty } ?? -1) - lines.startIndex + 1))
    }
}
