import WebImageCaching

extension ImgproxyGrammar {
    /// Returns the address that is loaded for one in a path.
    func source(for address: String) throws(URLFault) -> String {
        var source = replacements.reduce(address) { $1.applied(to: $0) }
        if !source.utf8.starts(with: baseURL.utf8) { source = baseURL + source }
        guard baseURL.isEmpty || isBelowBase(source) else {
            throw URLFault(.source, "expected an address below the base")
        }
        guard let scheme = HTTPAddress.splitScheme(source), scheme.rest.utf8.starts(with: "//".utf8)
        else { throw URLFault(.source, "expected an address with a scheme, such as https://") }
        guard allowedSources.isEmpty || allowedSources.contains(where: { $0.allows(source) }) else {
            throw URLFault(.forbiddenSource, "the source is not allowed")
        }
        return source
    }

    /// Returns `true` if an address that begins with the base does not leave its host and folder.
    private func isBelowBase(_ source: String) -> Bool {
        let (base, address) = (AddressBytes(baseURL), AddressBytes(source))
        // The base's host must not go on in the address: `http://host` and `.example.com/`.
        let hasOpenHost = base.hostStart < base.hostEnd && base.hostEnd == base.text.count
        if hasOpenHost, address.hostEnd != base.hostEnd { return false }
        return !address.hasDotSegments
    }
}
