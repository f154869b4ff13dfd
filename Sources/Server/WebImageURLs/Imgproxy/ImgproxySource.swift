import WebImageLoading

/// The source at the end of a path: an address and the name of a format.
struct ImgproxySource {
    /// The address as it is written, decoded.
    let address: String
    /// The name of the format; nil if the path has none.
    let format: Substring?

    /// Reads the parts of `plain/ADDRESS@FORMAT`, or digits of Base64 such as `ADD/RESS.FORMAT`.
    ///
    /// - Parameter includesFileName: `true` if a part after the ones of Base64 is a name without
    ///   meaning.
    init(_ parts: ArraySlice<Substring>, includesFileName: Bool) throws(URLFault) {
        let isPlain = parts.first == "plain" && parts.count > 1
        let hasFileName = includesFileName && parts.count > 1
        let written =
            isPlain
            ? parts.dropFirst().joined(separator: "/")
            : parts.dropLast(hasFileName ? 1 : 0).joined()
        let pieces = written[...].pieces(at: isPlain ? "@" : ".")
        guard pieces.count <= 2 else {
            throw URLFault(
                .source, isPlain ? "expected one @; write %40 in the source" : "expected one dot")
        }
        format = pieces.count == 2 && !pieces[1].isEmpty ? pieces[1] : nil
        let text =
            isPlain ? String(spelling: pieces[0]) : Base64URL.text(pieces[0], padding: true)
        guard let text, !text.isEmpty else {
            throw URLFault(
                .source, isPlain ? "expected an escaped address" : "expected plain/ or Base64")
        }
        guard !text.hasControls else {
            throw URLFault(.source, "the address contains a control character")
        }
        address = text
    }
}

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
