extension ImgproxyGrammar {
    /// Returns the address that is loaded for one in a path.
    func source(for own: String) throws(URLFault) -> SourceAddress {
        var (text, last) = (own, nil as SourceReplacement.Change?)
        for replacement in replacements {
            guard let change = replacement.change(of: text) else { continue }
            guard change.keepsHost else {
                throw URLFault(
                    .source, part: own, "expected an address on the host of the replacement")
            }
            (text, last) = (change.text, change)
        }
        if !text.utf8.starts(with: baseURL.utf8) { text = baseURL + text }
        // Dots in the paths of files are resolved by their loader.
        let address = try SourceAddress(
            text, madeOf: text == own ? nil : own, keepsDots: true)
        guard last?.holds(address) ?? true else {
            throw URLFault(
                .source, "expected an address below the replacement", source: address)
        }
        guard baseURL.isEmpty || SourcePattern(exactly: baseURL).allows(address) else {
            throw URLFault(.source, "expected an address below the base", source: address)
        }
        guard allowedSources.isEmpty || allowedSources.contains(where: { $0.allows(address) })
        else {
            throw URLFault(.forbiddenSource, "the source is not allowed", source: address)
        }
        return address
    }
}
