import ArgumentParser
import WebImage

/// Explains arguments that the parser refused for what follows from an unknown option.
///
/// The value of an unknown option is taken for a source, so that the parser may complain about the
/// number of sources.
enum OptionCheck {
    /// The options for the words of other programs.
    private static let words = [
        "--resize": "--size", "--scale": "--size", "--geometry": "--size", "--width": "--size",
        "--height": "--size", "--thumb": "--size", "--cookie": "--cookies", "-b": "--cookies",
        "--fps": "--delay", "-O": "-o", "--out": "--output", "--outfile": "--output",
        "--output-dir": "--output", "--outdir": "--output", "-k": "--insecure",
        "-x": "--proxy", "--gps": "--strip gps", "--strip-gps": "--strip gps",
        "--strip-all": "--strip all", "--strip-metadata": "--strip all",
        "--loops": "--loop", "--cols": "--columns", "--duration": "--delay", "--threads": "--jobs",
        "--gray": "--transform grayscale", "--greyscale": "--transform grayscale",
        "--dpi": "--keep-metadata", "--background-color": "--background", "-V": "--version",
        "-v": "--version", "-d": "--dry-run", "-n": "--dry-run", "-f": "--format",
        "-Q": "--quality", "-s": "--size",
    ]

    /// The options of other programs that let outputs replace files.
    private static let replacing: Set = ["--overwrite", "--force", "--clobber", "-y"]

    /// Returns the message about the first argument that is no option of the command, though it
    /// looks like one; nil if there is none.
    static func problem(in arguments: [String]) -> String? {
        let given = Array(arguments.prefix { $0 != "--" })
        let known = options(for: given)
        guard !known.isEmpty else { return nil }
        if let unknown = given.first(where: { looksUnknown($0, known) }) {
            let name = String(unknown.prefix { $0 != "=" })
            if replacing.contains(name), known.contains("--no-clobber") {
                return replacementHelp(for: name, known)
            }
            let suggestion = suggestion(for: name, known).map { "; did you mean \($0)?" } ?? "."
            return "unknown option '\(name.printable)'\(suggestion)"
        }
        return quietQuality(in: given, known)
    }

    /// Returns the message about an option of other programs that lets outputs replace files.
    private static func replacementHelp(for name: String, _ known: Set<String>) -> String {
        let ownSource =
            known.contains("--in-place") ? "; only to replace a source takes '--in-place'" : ""
        return "unknown option '\(name)'; outputs replace files that exist, unless "
            + "'--no-clobber' keeps them\(ownSource)."
    }

    private static func looksUnknown(_ argument: String, _ known: Set<String>) -> Bool {
        let name = String(argument.prefix { $0 != "=" })
        guard !known.contains(name) else { return false }
        if name.hasPrefix("--") { return name.utf8.count > 2 }
        // Several letters may be several flags; a number is a value.
        return name.utf8.count == 2 && name.hasPrefix("-") && name.last?.isNumber == false
    }

    private static func suggestion(for name: String, _ known: Set<String>) -> String? {
        if let word = words[name], let option = word.split(separator: " ").first,
            known.contains(String(option))
        {
            return "'\(word)'"
        }
        let bare = String(name.drop { $0 == "-" })
        if known.contains("--transform"), Vocabulary.standard.names.contains(bare) {
            return "--transform '\(example(of: bare))'"
        }
        return known.filter { $0.hasPrefix("--") }.map { String($0.dropFirst(2)) }.sorted()
            .nearest(to: bare).map { "'--\($0)'" }
    }

    /// Returns a transform with its arguments, as its help shows it.
    private static func example(of name: String) -> String {
        let line = Vocabulary.standard.help.first {
            $0.contains("For example: \(name)(")
        }
        let shown = line?.split(separator: " ").first { $0.hasPrefix("\(name)(") }
        return shown.map(String.init) ?? name
    }

    /// Returns the message about `-q 80`, the quality of other programs.
    private static func quietQuality(in arguments: [String], _ known: Set<String>) -> String? {
        guard known.contains("--quality") else { return nil }
        for (option, value) in zip(arguments, arguments.dropFirst()) where option == "-q" {
            guard let quality = Int(value), FileState(of: value) == .missing else { continue }
            return "-q is --quiet and takes no value; for the quality write '--quality \(quality)'."
        }
        return nil
    }

    /// Returns the names of the options of the command that arguments begin with, as its help has
    /// them.
    private static func options(for arguments: [String]) -> Set<String> {
        var type: any ParsableCommand.Type = WebImageCommand.self
        for argument in arguments {
            guard
                let next = type.configuration.subcommands.first(where: {
                    $0.configuration.commandName == argument
                })
            else { break }
            type = next
        }
        let help = WebImageCommand.helpMessage(for: type, columns: 200)
        var names: Set<String> = []
        for line in help.split(separator: "\n") where line.hasPrefix("  -") {
            for word in line.split(whereSeparator: { $0 == " " || $0 == "," }) {
                guard word.hasPrefix("-") else { break }
                names.insert(String(word))
            }
        }
        return names
    }
}
