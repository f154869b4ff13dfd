extension WebImageGrammar {
    /// Reads the settings of the grammar from variables such as `WEBIMAGE_KEYS`.
    ///
    /// - Throws: `SettingFault` for a value of another form, and for a preset that has a fault.
    public init(environment: [String: String]) throws(SettingFault) {
        var read = EnvironmentReader(environment, prefix: "WEBIMAGE_")
        try self.init(&read)
    }

    /// Reads the settings of the grammar, and declares their variables.
    package init(_ read: inout EnvironmentReader) throws(SettingFault) {
        self.init()
        try read("KEYS --key", .keys, &keys, "Keys of signatures, between commas")
        try read(
            "ALLOWED_SOURCES --allow", Self.beginnings, &allowedSources, standard: "all",
            "Beginnings of sources between commas; one within the host is the whole host")
        try read(
            "PRESETS", Self.presets, &presets, "Options of `preset=` between spaces, by names")
        try read("ALLOW_LIMITS", .bool, &allowsLimits, "Addresses may set bounds of sources")
        for name in presets.keys.sorted() {
            var plan = ImagePlan(source: "")
            do throws(URLFault) {
                try readOptions("preset=\(name)", into: &plan)
            } catch {
                throw read.fault("PRESETS", expected: "options of addresses: \(error)")
            }
        }
    }

    private static let beginnings = SettingForm<[SourcePattern]>(
        "beginnings of addresses, such as https://example.com/"
    ) { text in
        let beginnings = text.words(at: ",")
        return beginnings.allSatisfy { $0.contains("://") } ? beginnings.map { .init($0) } : nil
    }

    private static let presets = SettingForm<[String: String]>(
        "names and options, such as small:size=fit:300x200", spelling: { _ in "" }
    ) { text in
        var presets: [String: String] = [:]
        for text in text.words(at: " ") {
            let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
            guard parts.count == 2, presets[parts[0]] == nil else { return nil }
            presets[parts[0]] = parts[1]
        }
        return presets
    }
}
