#if Server
    import WebImageURLs

    /// The variables of the environment that a server reads, by the declarations that read them.
    public enum ServerVariables {
        /// The variables whose names begin with a prefix; the ones of addresses are also apart.
        typealias Group = (prefix: String, grammar: [SettingWords], all: [SettingWords])

        static let groups: [Group] = [
            group("WEBIMAGE_", { _ = try WebImageGrammar(&$0) }) {
                var settings = ServerSettings()
                try settings.read(&$0)
            },
            group("IMGPROXY_", { _ = try ImgproxyGrammar(&$0) }) {
                _ = try ServerSettings(imgproxy: &$0)
            },
            group("THUMBOR_", { _ = try ThumborGrammar(&$0) }) {
                _ = try ServerSettings(thumbor: &$0)
            },
        ]

        /// Returns the variables that are declared where none is set; a grammar and settings may
        /// share some.
        private static func group(
            _ prefix: String, _ declarations: (inout EnvironmentReader) throws -> Void...
        ) -> Group {
            let declared = declarations.map { declare in
                var reader = EnvironmentReader([:], prefix: prefix)
                try? declare(&reader)
                return reader.declared
            }
            let names = Set(declared[0].map(\.variable))
            let others = declared[1].filter { !names.contains($0.variable) }
            return (prefix, declared[0], others + declared[0])
        }

        /// The rows of a table in Markdown: names and flags, forms, defaults and meanings.
        public static var table: String {
            groups.flatMap(\.all).map { words in
                let flag = words.flag.map { ", `\($0)`" } ?? ""
                let standard = words.standard.isEmpty ? "–" : words.standard
                return
                    "| `\(words.variable)`\(flag) | \(words.form) | \(standard) | \(words.help) |"
            }.joined(separator: "\n")
        }

        /// Returns the variable that a flag such as `--bind` stands for, its form, and the help of
        /// the flag.
        public static func flag(_ flag: String) -> (variable: String, form: String, help: String) {
            guard let words = groups[0].all.first(where: { $0.flag == flag }) else {
                preconditionFailure("No variable is declared with the flag \(flag).")
            }
            let isSwitch = words.form == SettingForm<Bool>.bool.words
            let isOn = words.standard == "true"
            var help = words.help.filter { $0 != "`" }
            if isSwitch, isOn { help = "No \(help.prefix(1).lowercased())\(help.dropFirst())" }
            let standard = words.standard.isEmpty ? "" : "; default: \(words.standard)"
            let value = isSwitch ? "=\(!isOn)" : standard
            return (words.variable, words.form, "\(help) (\(words.variable)\(value)).")
        }

        /// Returns a line for each variable that is set and has no effect; it has no value.
        ///
        /// - Parameter prefix: The beginning of the variables of the addresses in force.
        static func notes(on environment: [String: String], besides prefix: String) -> [String] {
            environment.keys.sorted().compactMap { name in
                guard let group = groups.first(where: { name.hasPrefix($0.prefix) }),
                    environment[name]?.contains(where: { !$0.isWhitespace }) == true
                else { return nil }
                let isOfAddresses = group.grammar.contains { $0.variable == name }
                let isOwn = group.prefix == groups[0].prefix && !isOfAddresses
                guard isOwn || group.prefix == prefix else {
                    let addresses = prefix.dropLast().lowercased()
                    return "\(name.printable) has no effect with addresses of \(addresses)"
                }
                let isKnown = group.all.contains { $0.variable == name }
                return isKnown ? nil : "\(name.printable) is unknown"
            }
        }
    }
#endif
