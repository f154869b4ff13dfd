/// The addresses of imgproxy 4, open-source edition.
///
/// An address is `/signature/option:argument/…/plain/https://example.com/a.jpg@webp`, or has its
/// source in Base64. The prefix of a server's paths is not part of it.
public struct ImgproxyGrammar: URLGrammar {
    /// The keys of signatures; without any, no signature is checked.
    public var keys: [ImgproxyKey] = []
    /// The bytes of a signature, 1 to 32.
    public var signatureSize = 32
    /// The texts that are taken in place of a signature.
    public var trustedSignatures: [String] = []
    /// `true` if there is a key.
    public var isSigned: Bool { !keys.isEmpty }

    /// The lists of options by name, such as `rs:fill:200:200/q:70`; `default` is part of all
    /// addresses.
    public var presets: [String: String] = [:]
    /// `true` if addresses name presets in place of options, as in `/signature/thumb:sharp/…`.
    public var usesOnlyPresets = false
    /// The text between an option's name and arguments, which has at least one character.
    public var argumentsSeparator = ":"
    /// The names of options that addresses, not presets, may have, as written; nil for all.
    public var allowedOptions: Set<String>?
    /// `true` if addresses and presets may set limits of the source.
    public var allowsSecurityOptions = false
    /// The options of imgproxy that change nothing here.
    public var ignoredOptions: [String] { ImgproxyIgnored.allCases.map(\.rawValue) }

    /// The text before addresses of sources that do not begin with it.
    public var baseURL = ""
    /// The changes of sources, one after another, before the base is put in front.
    public var replacements: [SourceReplacement] = []
    /// `true` if a path in Base64 ends with a name that has no meaning.
    public var base64IncludesFileName = false
    /// The beginnings of sources; empty for all.
    public var allowedSources: [SourcePattern] = []

    /// The most bytes of a target, its query included.
    public var maxTargetBytes = 16384

    /// The need of signatures, and the allowed sources.
    public var access: GrammarAccess? {
        var access = GrammarAccess(requiresSignatures: !keys.isEmpty, allowing: allowedSources)
        let beginnings = replacements.map { SourcePattern(beginning: $0.replacement) }
        access.warnings += beginnings.compactMap(\.warning).map {
            "IMGPROXY_URL_REPLACEMENTS: \($0)"
        }
        return access
    }

    /// Creates a grammar without signatures, presets and rules for sources.
    public init() {}

    /// Reads a target; see ``URLGrammar/plan(for:at:)``.
    ///
    /// The time is linear in the length of the target and of the presets that it names.
    public func plan(for target: String, at now: Int) throws(URLFault) -> ImagePlan {
        try plan(for: target, at: now, width: nil, pixelRatio: nil)
    }

    /// Reads a target for a client that says its sizes, as by `Sec-CH-Width` and `Sec-CH-DPR`.
    ///
    /// - Parameters:
    ///   - width: The pixels that the client shows, before the pixel ratio is taken out; nil for
    ///     none.
    ///   - pixelRatio: The client's pixels for each pixel of the address; nil for 1.
    /// - Returns: A plan with these sizes, unless the address or a preset sets them.
    public func plan(
        for target: String, at now: Int, width: Int?, pixelRatio: Double?
    ) throws(URLFault) -> ImagePlan {
        guard target.utf8.count <= maxTargetBytes else {
            throw URLFault(.path, "the address has more than \(maxTargetBytes) bytes")
        }
        let path = try ImgproxyPath(target)
        try check(path.signature, of: path.text)
        var parts = path.text[...].pieces(at: "/")[...]
        var reader = ImgproxyReader(grammar: self, now: now)
        reader.setSizes(width: width, pixelRatio: pixelRatio)
        if presets["default"] != nil { try reader.usePreset("default") }
        try readOptions(&parts, &reader)
        let source = try ImgproxySource(parts, includesFileName: base64IncludesFileName)
        if let format = source.format, !reader.options.isRaw {
            try reader.setFormat(format)
        }
        return reader.options.plan(of: try self.source(for: source.address))
    }

    /// Reads the parts before the source, and removes them.
    private func readOptions(
        _ parts: inout ArraySlice<Substring>, _ reader: inout ImgproxyReader
    ) throws(URLFault) {
        if usesOnlyPresets {
            for name in parts.first?.pieces(at: argumentsSeparator) ?? [] {
                try reader.usePreset(String(name))
            }
            parts = parts.dropFirst()
            return
        }
        if let first = parts.first, ImgproxyOptions.modes[String(first)] != nil {
            throw URLFault(.path, part: first, "addresses of the basic format are not read")
        }
        while let part = parts.first, part.firstRange(ofBytes: argumentsSeparator) != nil {
            try reader.read(part, isInAddress: true)
            parts = parts.dropFirst()
        }
    }
}
