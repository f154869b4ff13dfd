import ArgumentParser
import WebImage

/// Finds slips in arguments that the parser takes for something else, or explains badly.
enum ArgumentCheck {
    /// The options that may be given several times, by their long names.
    private static let repeatable: Set<String> = [
        "fallback", "header", "reject-header", "transform", "two-step",
    ]
    /// The options without a value, by their long names; given twice, they say the same.
    static let flags: Set<String> = [
        "allow-shared-cache", "by-header", "drop-attached", "dry-run", "enlarge", "first-frame",
        "help",
        "in-place", "insecure", "json", "keep-hard-links", "keep-metadata", "keep-nothing",
        "last-come-first",
        "lossless", "no-cache",
        "no-clobber", "null", "only-if-cached", "parents", "placeholder", "prefix", "progressive",
        "quiet", "recursive", "refresh", "resume", "signature", "skip-newer", "stale-ok",
        "unordered", "verbose",
        "version",
    ]
    /// The long names of short and alternative ones.
    private static let longNames = [
        "-o": "output", "-H": "header", "-u": "user", "-A": "user-agent", "-j": "jobs",
        "-i": "input-list",
        "--concurrency": "jobs",
    ]

    /// Throws for an unknown command, a file name that looks like options, and an option with a
    /// value that is given twice.
    static func check(_ arguments: [String]) throws(ValidationError) {
        try checkCommand(arguments)
        var seen: Set<String> = []
        for argument in arguments.prefix(while: { $0 != "--" }) {
            try checkDash(argument)
            guard let name = optionName(of: argument), !repeatable.contains(name),
                !flags.contains(name)
            else { continue }
            guard seen.insert(name).inserted else {
                let shown =
                    argument.hasPrefix("--") ? argument.prefix { $0 != "=" } : argument.prefix(2)
                throw ValidationError("\(shown) is given twice; give it once.")
            }
        }
    }

    /// Returns a message without the values of options that may be secret, and without the secrets
    /// of URLs.
    static func masking(_ arguments: [String], in message: String) -> String {
        var message = message
        for (option, value) in zip(arguments, arguments.dropFirst()) where isSecret(option) {
            message = message.replacing("'\(value)'", with: "'***'")
        }
        for argument in arguments where isSecret(argument) {
            var values = [Substring]()
            if !argument.hasPrefix("--") { values.append(argument.dropFirst(2)) }
            values += value(of: argument).map { [$0] } ?? []
            for value in values where !value.isEmpty {
                message = message.replacing("'\(value)'", with: "'***'")
            }
        }
        return maskingURLs(in: maskingInputs(in: message), arguments)
    }

    /// Returns a message in which the URLs of transforms' inputs, as in `composite(url:…)`, are
    /// replaced: words with escaped colons and slashes.
    private static func maskingInputs(in message: String) -> String {
        var (text, word) = ("", "")
        for character in message + " " {
            guard ",()' \n".contains(character) else {
                word.append(character)
                continue
            }
            text += word.lowercased().contains("%3a%2f%2f") ? "***" : word
            text.append(character)
            word = ""
        }
        return String(text.dropLast())
    }

    /// Returns a message that shows URLs among the arguments and their values as others do.
    private static func maskingURLs(in message: String, _ arguments: [String]) -> String {
        let urls = (arguments + arguments.compactMap { value(of: $0).map(String.init) })
            .filter { Source($0).display != $0.printable || Source($0).kind == .url }
        var message = message
        // A URL may begin with another one.
        for url in urls.sorted(by: { $0.utf8.count > $1.utf8.count }) {
            for shown in [url, url.printable] {
                message = message.replacing(shown, with: Source(url).display)
            }
        }
        return message
    }

    /// Returns the text after the first `=` of an argument; nil without one.
    private static func value(of argument: String) -> Substring? {
        argument.firstIndex(of: "=").map { argument[argument.index(after: $0)...] }
    }

    private static func isSecret(_ argument: String) -> Bool {
        optionName(of: argument).map(["user", "proxy", "header", "cookies"].contains) ?? false
    }

    private static func checkCommand(_ arguments: [String]) throws(ValidationError) {
        var commands = WebImageCommand.configuration.subcommands
        var path = "webimage"
        for argument in arguments where !commands.isEmpty {
            guard !argument.hasPrefix("-") || argument == "-" else { return }
            let names = commands.map { $0.configuration.commandName ?? "" }
            guard let index = names.firstIndex(of: argument) else {
                if argument == "help", path == "webimage" { return }
                throw unknown(argument, names, path)
            }
            path += " " + argument
            commands = commands[index].configuration.subcommands
        }
    }

    private static func unknown(
        _ argument: String, _ names: [String], _ path: String
    ) -> ValidationError {
        if path == "webimage", argument == "-" || argument.contains(where: { ":/.".contains($0) }) {
            let source = Source(argument).display
            return ValidationError("expected a command; did you mean 'webimage get \(source)'?")
        }
        let text =
            CommandWord.meant(by: argument, after: path).map { word in
                "unknown command '\(argument.printable)'; did you mean '\(word)'?"
            } ?? FitArgument.unknown("command", argument, known: names)
        return ValidationError(text)
    }

    /// Throws for a name such as `-dash.png`, which would be read as one option a letter.
    private static func checkDash(_ argument: String) throws(ValidationError) {
        guard argument.utf8.count > 2, argument.hasPrefix("-"), !argument.hasPrefix("--"),
            argument.dropFirst(2).first != "="
        else { return }
        // The value of a short option may be joined to it.
        let isOption = longNames[String(argument.prefix(2))] != nil
        guard
            FileState(of: argument) != .missing
                || !isOption && argument.contains(where: { "./".contains($0) })
        else { return }
        let name = argument.printable
        throw ValidationError(
            "'\(name)' begins with a dash, as options do; for a file write './\(name)'.")
    }

    /// Returns the long name of an option, also of a short one with its value; nil for another
    /// argument.
    private static func optionName(of argument: String) -> String? {
        let name = String(argument.prefix { $0 != "=" })
        if let long = longNames[name] { return long }
        guard argument.hasPrefix("--") else { return longNames[String(argument.prefix(2))] }
        return String(name.dropFirst(2))
    }
}
