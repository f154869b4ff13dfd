import WebImageCoding

extension WebImageGrammar {
    /// Reads the settings of the grammar from variables such as `WEBIMAGE_KEYS`.
    ///
    /// `KEYS` (hexadecimal digits, a list with commas), `ALLOWED_SOURCES` (a list with commas), `PRESETS`
    /// (`name:options`, a list with spaces), `ALLOW_LIMITS`.
    ///
    /// - Throws: `SettingFault` for a value of another form.
    public init(environment: [String: String]) throws(SettingFault) {
        let reader = EnvironmentReader(environment, prefix: "WEBIMAGE_")
        var presets: [String: String] = [:]
        for text in reader.list("PRESETS", separator: " ") {
            let parts = text.split(separator: ":", maxSplits: 1)
            guard parts.count == 2, presets[String(parts[0])] == nil else {
                throw reader.fault(
                    "PRESETS", expected: "names and options, such as small:size=fit:300x200")
            }
            presets[String(parts[0])] = String(parts[1])
        }
        let sources = reader.list("ALLOWED_SOURCES")
        guard sources.allSatisfy({ $0.contains("://") }) else {
            throw reader.fault(
                "ALLOWED_SOURCES", expected: "beginnings of addresses, such as https://example.com/"
            )
        }
        self.init(
            keys: try reader.keys("KEYS"),
            allowedSources: sources.map { SourcePattern($0) },
            presets: presets, allowsLimits: try reader.boolean("ALLOW_LIMITS") ?? false)
        for name in presets.keys.sorted() {
            var plan = ImagePlan(source: "")
            do throws(URLFault) {
                try readOptions("preset=\(name)", into: &plan)
            } catch {
                throw reader.fault("PRESETS", expected: "options of addresses: \(error)")
            }
        }
    }
}
