extension ImgproxyGrammar {
    /// Reads the grammar's part of imgproxy's environment variables, and tries all presets.
    ///
    /// - Throws: `SettingFault` for a value that cannot be read, and for a preset that has a fault.
    public init(environment: [String: String]) throws(SettingFault) {
        var read = EnvironmentReader(environment, prefix: "IMGPROXY_")
        try self.init(&read)
    }

    /// Reads the settings of the grammar, and declares their variables.
    package init(_ read: inout EnvironmentReader) throws(SettingFault) {
        self.init()
        keys = try Self.keys(&read)
        try read("SIGNATURE_SIZE", .count(1...32), &signatureSize, "Bytes of a signature")
        try read("TRUSTED_SIGNATURES", .list, &trustedSignatures, "Texts in place of signatures")
        try read("ARGUMENTS_SEPARATOR", .text, &argumentsSeparator)
        let allowed = try read("ALLOWED_PROCESSING_OPTIONS", .list, standard: "all") ?? []
        allowedOptions = allowed.isEmpty ? nil : Set(allowed)
        try read("ALLOW_SECURITY_OPTIONS", .bool, &allowsSecurityOptions)
        try read("BASE_URL", .text, &baseURL, "Text before sources that do not begin with it")
        try read("URL_REPLACEMENTS", Self.changes, &replacements, "Changes, between semicolons")
        try read("BASE64_URL_INCLUDES_FILENAME", .bool, &base64IncludesFileName)
        let sources = try read("ALLOWED_SOURCES", .list, standard: "all", "Beginnings of sources")
        allowedSources = (sources ?? []).map(SourcePattern.init(beginning:))
        try read("ONLY_PRESETS", .bool, &usesOnlyPresets, "Addresses name presets alone")
        let lines = try read("PRESETS_PATH", .linesOfFile, "File of presets, one a line") ?? []
        try addPresets(lines, read, "PRESETS_PATH")
        var separator = ","
        try read("PRESETS_SEPARATOR", .text, &separator)
        let presets = try read("PRESETS", .text, "Presets such as `thumb=rs:fill:200:200/q:70`")
        try addPresets(presets?.words(at: separator) ?? [], read, "PRESETS")
        // Each is read as an address would; an end in the past is no fault here.
        for name in self.presets.keys.sorted() {
            var options = ImgproxyReader(grammar: self, now: 0)
            do throws(URLFault) {
                try options.usePreset(name)
            } catch {
                throw SettingFault(
                    read.prefix + "PRESETS", "preset '\(name.printable)': \(error)")
            }
        }
    }

    private static func keys(_ read: inout EnvironmentReader) throws(SettingFault) -> [ImgproxyKey]
    {
        let keys = try read("KEY", .keys, "Keys of signatures, between commas") ?? []
        let salts = try read("SALT", .keys, "Their salts") ?? []
        guard keys.count == salts.count else {
            throw SettingFault(
                read.prefix + (keys.count < salts.count ? "KEY" : "SALT"),
                "expected as many keys as salts, found \(keys.count) and \(salts.count)")
        }
        return zip(keys, salts).map { ImgproxyKey(key: $0, salt: $1) }
    }

    private static let changes = SettingForm<[SourceReplacement]>(
        "beginnings of addresses, such as a://=http://a/", spelling: { _ in "" }
    ) { text in
        text.words(at: ";").mapAll { word in
            guard let parts = word[...].parted(at: "="), !parts.before.isEmpty else { return nil }
            return .init(SourcePattern(String(parts.before)), with: String(parts.behind))
        }
    }

    private mutating func addPresets(
        _ texts: [String], _ reader: EnvironmentReader, _ variable: String
    ) throws(SettingFault) {
        for text in texts {
            let parts = text[...].pieces(at: "=").map(\.trimmed)
            guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
                throw SettingFault(
                    reader.prefix + variable,
                    "expected presets such as thumb=rs:fill:200:200/q:70, found '\(text.printable)'"
                )
            }
            presets[parts[0]] = parts[1]
        }
    }
}
