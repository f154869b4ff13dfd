extension ImgproxyGrammar {
    /// Reads the grammar's part of imgproxy's environment variables, whose names begin with `IMGPROXY_`.
    ///
    /// These are `KEY`, `SALT`, `SIGNATURE_SIZE`, `TRUSTED_SIGNATURES`, `PRESETS`, `PRESETS_PATH`,
    /// `PRESETS_SEPARATOR`, `ONLY_PRESETS`, `ARGUMENTS_SEPARATOR`, `ALLOWED_PROCESSING_OPTIONS`,
    /// `ALLOW_SECURITY_OPTIONS`, `BASE_URL`, `URL_REPLACEMENTS`, `BASE64_URL_INCLUDES_FILENAME` and
    /// `ALLOWED_SOURCES`. All presets are tried.
    ///
    /// - Throws: `SettingFault` for a value that cannot be read, and for a preset that has a fault.
    public init(environment: [String: String]) throws(SettingFault) {
        self.init()
        let reader = EnvironmentReader(environment, prefix: "IMGPROXY_")
        keys = try Self.keys(reader)
        signatureSize = try reader.integer("SIGNATURE_SIZE", in: 1...32) ?? signatureSize
        trustedSignatures = reader.list("TRUSTED_SIGNATURES")
        argumentsSeparator = reader.text("ARGUMENTS_SEPARATOR") ?? argumentsSeparator
        let allowed = reader.list("ALLOWED_PROCESSING_OPTIONS")
        allowedOptions = allowed.isEmpty ? nil : Set(allowed)
        allowsSecurityOptions = try reader.boolean("ALLOW_SECURITY_OPTIONS") ?? false
        baseURL = reader.text("BASE_URL") ?? ""
        replacements = try Self.replacements(reader)
        base64IncludesFileName = try reader.boolean("BASE64_URL_INCLUDES_FILENAME") ?? false
        allowedSources = reader.list("ALLOWED_SOURCES").map(SourcePattern.init(beginning:))
        usesOnlyPresets = try reader.boolean("ONLY_PRESETS") ?? false
        try addPresets(try reader.lines(ofFile: "PRESETS_PATH"), reader, "PRESETS_PATH")
        let separator = reader.text("PRESETS_SEPARATOR") ?? ","
        try addPresets(reader.list("PRESETS", separator: separator), reader, "PRESETS")
        try tryPresets(reader)
    }

    private static func keys(_ reader: EnvironmentReader) throws(SettingFault) -> [ImgproxyKey] {
        let (keys, salts) = (try reader.keys("KEY"), try reader.keys("SALT"))
        guard keys.count == salts.count else {
            throw SettingFault(
                reader.prefix + (keys.count < salts.count ? "KEY" : "SALT"),
                "expected as many keys as salts, found \(keys.count) and \(salts.count)")
        }
        return zip(keys, salts).map { ImgproxyKey(key: $0, salt: $1) }
    }

    private static func replacements(
        _ reader: EnvironmentReader
    ) throws(SettingFault) -> [SourceReplacement] {
        try reader.list("URL_REPLACEMENTS", separator: ";").map { (word) throws(SettingFault) in
            guard let parts = word[...].parted(at: "="), !parts.before.isEmpty else {
                throw reader.fault(
                    "URL_REPLACEMENTS", expected: "beginnings of addresses, such as a://=http://a/")
            }
            return SourceReplacement(
                SourcePattern(String(parts.before)), with: String(parts.behind))
        }
    }

    /// Adds presets that are written `name=options`.
    private mutating func addPresets(
        _ texts: [String], _ reader: EnvironmentReader, _ variable: String
    ) throws(SettingFault) {
        for text in texts {
            let parts = text[...].pieces(at: "=").map { EnvironmentReader.trimmed(String($0)) }
            guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
                throw SettingFault(
                    reader.prefix + variable,
                    "expected presets such as thumb=rs:fill:200:200/q:70, found '\(text.printable)'"
                )
            }
            presets[parts[0]] = parts[1]
        }
    }

    /// Reads each preset as an address would; an end in the past is no fault here.
    private func tryPresets(_ reader: EnvironmentReader) throws(SettingFault) {
        for name in presets.keys.sorted() {
            var options = ImgproxyReader(self, now: 0)
            do throws(URLFault) {
                try options.usePreset(name)
            } catch {
                throw SettingFault(
                    reader.prefix + "PRESETS", "preset '\(name.printable)': \(error)")
            }
        }
    }
}
