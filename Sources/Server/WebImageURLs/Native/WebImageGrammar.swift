import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImageTransforms

/// The library's own addresses: `/v1/{signature}/{transforms}/{options}/{source}`.
///
/// * Transforms are those of `Vocabulary.standard` in their spelling, separated by `;`; `-` for
///   none. They are applied after the option `size`.
/// * Options are those of `NativeOption`, separated by `;`; `-` for none.
/// * The source is `plain/` and a percent-encoded address, or the address in Base64 of addresses
///   without padding, which slashes may split. `@webp` after it asks for a format.
/// * The signature is HMAC-SHA256 of the address without it, `/v1/{transforms}/{options}/{source}`
///   as it stands there, in Base64 of addresses without padding. Without a key it is `-` or `_`.
///
/// Transforms and values of options may be percent-encoded. A query is refused, since it would give
/// one picture any number of addresses.
public struct WebImageGrammar: URLGrammar {
    /// The keys of signatures: each is accepted, the first one signs; none accepts every address.
    public var keys: [[UInt8]]
    /// The beginnings of sources that are allowed; none allows all.
    public var allowedSources: [SourcePattern]
    /// Options by the names of the option `preset`, such as `["small":
    /// "size=fit:300x200;quality=70"]`.
    public var presets: [String: String]
    /// `true` if addresses may set the bounds of sources.
    public var allowsLimits: Bool
    /// `true` if there is a key.
    public var isSigned: Bool { !keys.isEmpty }

    /// Creates a grammar; each parameter is the property of its name.
    public init(
        keys: [[UInt8]] = [], allowedSources: [SourcePattern] = [],
        presets: [String: String] = [:], allowsLimits: Bool = false
    ) {
        (self.keys, self.allowedSources) = (keys, allowedSources)
        (self.presets, self.allowsLimits) = (presets, allowsLimits)
    }

    /// The need of signatures, and the allowed sources.
    public var access: GrammarAccess? {
        GrammarAccess(requiresSignatures: !keys.isEmpty, allowing: allowedSources)
    }

    static let head = "/v1/"
    /// The text of a list without members, and of a signature without a key.
    static let none = "-"
    static let mostTransforms = 32

    /// Reads the target of a request; a ``URLFault`` may be of every kind.
    public func plan(for target: String, at now: Int) throws(URLFault) -> ImagePlan {
        try Self.check(target: target)
        let parts = target[...].split(
            separator: "/", maxSplits: 5, omittingEmptySubsequences: false)
        guard parts.count == 6, parts[0].isEmpty, parts[1] == "v1" else {
            throw URLFault(
                .path, part: target, "expected /v1/{signature}/{transforms}/{options}/{source}")
        }
        guard !target.utf8.contains(UInt8(ascii: "?")) else {
            throw URLFault(.path, part: target, "expected no query")
        }
        let signed = Self.head + target[parts[3].startIndex...]
        try check(parts[2], of: signed)
        var plan = ImagePlan(source: "")
        let hasFormat = try readOptions(parts[4], into: &plan)
        if let expires = plan.expires, expires <= now {
            throw URLFault(.expired, part: String(expires), "the time of the address is over")
        }
        plan.transforms = try Self.transforms(parts[3])
        try readSource(parts[5], hasFormat: hasFormat, into: &plan)
        return plan
    }

    static func signature(of signed: String, _ key: [UInt8]) -> String {
        Base64URL.encode(HMAC.sha256(of: Array(signed.utf8), key: key))
    }

    private func check(_ signature: Substring, of signed: String) throws(URLFault) {
        guard !keys.isEmpty else {
            guard signature == Self.none || signature == "_" else {
                throw URLFault(
                    .signature, part: signature, "expected -, since the server has no key")
            }
            return
        }
        // An empty key is no secret.
        let codes = keys.filter { !$0.isEmpty }.map { Self.signature(of: signed, $0) }
        // All are compared: the time reveals nothing of the one that is equal.
        let matches = codes.filter { HMAC.isEqual(Array(signature.utf8), Array($0.utf8)) }
        guard !matches.isEmpty else {
            throw URLFault(.signature, part: signature, "the signature is wrong")
        }
    }

    private static func transforms(_ text: Substring) throws(URLFault) -> [BuiltInTransform] {
        if text == none { return [] }
        let texts = text.split(separator: ";", omittingEmptySubsequences: false)
        guard texts.count <= mostTransforms else {
            throw URLFault(of: "transforms", "expected at most \(mostTransforms)")
        }
        var transforms: [BuiltInTransform] = []
        for text in texts {
            guard let spelling = String(spelling: text) else {
                throw URLFault(.option, part: text, "a percent escape is no text")
            }
            transforms.append(try transform(spelling))
        }
        return transforms
    }

    static func transform(_ spelling: String) throws(URLFault) -> BuiltInTransform {
        let found: any ImageTransform
        do throws(VocabularyError) {
            found = try Vocabulary.standard.read(spelling)
        } catch {
            throw URLFault(
                .option, part: "transforms", error.description, told: "transforms: cannot be read")
        }
        guard let transform = found as? BuiltInTransform else {
            throw URLFault(.option, part: spelling, "it is no transform of the library")
        }
        return transform
    }

    /// Sets the properties that options state: those of a preset first, wherever it stands.
    ///
    /// - Returns: `true` if one of them is the format, in the address itself.
    @discardableResult func readOptions(
        _ text: Substring, into plan: inout ImagePlan
    ) throws(URLFault) -> Bool {
        let options = try Self.options(text)
        for (option, value) in options where option == .preset {
            let name = value ?? ""
            guard let preset = presets[name] else {
                let hint = presets.keys.sorted().hint(for: name)
                throw URLFault(
                    .option, part: option.rawValue, "unknown preset '\(name.prefix(40))'\(hint)",
                    told: "\(option.rawValue): unknown preset")
            }
            for (option, value) in try Self.options(preset[...]) {
                guard option != .preset else { throw option.fault("expected none in a preset") }
                try option.read(value, into: &plan)
            }
        }
        for (option, value) in options {
            guard allowsLimits || !option.isLimit else {
                throw URLFault(
                    .forbiddenOption, of: option.rawValue, "the server does not allow it")
            }
            try option.read(value, into: &plan)
        }
        return options.contains { $0.option == .format }
    }

    /// Returns the options of a list, each of which stands there at most once.
    private static func options(
        _ text: Substring
    ) throws(URLFault) -> [(option: NativeOption, value: String?)] {
        if text == none { return [] }
        var options: [(option: NativeOption, value: String?)] = []
        for text in text.split(separator: ";", omittingEmptySubsequences: false) {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let option = NativeOption(rawValue: String(parts[0])) else {
                throw unknown(String(parts[0]))
            }
            guard !options.contains(where: { $0.option == option }) else {
                throw option.fault("expected it once")
            }
            let value = parts.count > 1 ? String(spelling: parts[1]) : nil
            guard parts.count == 1 || value != nil else {
                throw option.fault("a percent escape is no text")
            }
            options.append((option, value))
        }
        return options
    }

    private static func unknown(_ name: String) -> URLFault {
        let names = NativeOption.allCases.map(\.rawValue)
        let reason =
            names.nearest(to: name).map { "unknown option; did you mean '\($0)'?" }
            ?? "unknown option; known are \(names.joined(separator: ", "))"
        return URLFault(.option, part: name, reason)
    }

    /// Sets the source, and the format after it, which an option has not stated as well.
    func readSource(
        _ text: Substring, hasFormat: Bool, into plan: inout ImagePlan
    ) throws(URLFault) {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count <= 2 else {
            throw URLFault(.source, part: text, "expected %40 for each @ of the address")
        }
        if parts.count == 2 {
            guard !hasFormat else { throw URLFault(of: "format", "expected it once") }
            plan.encoding.format = try NativeOption.format(String(parts[1]))
        }
        plan.address = try allowed(try SourceAddress(try Self.source(parts[0])))
        if case .picture(let text)? = plan.fallback {
            plan.fallback = .picture(try allowed(try SourceAddress(text)).text)
        }
    }

    private func allowed(_ address: SourceAddress) throws(URLFault) -> SourceAddress {
        guard allowedSources.isEmpty || allowedSources.contains(where: { $0.allows(address) })
        else {
            throw URLFault(
                .forbiddenSource, part: address.text, "the source is not allowed", source: address)
        }
        return address
    }

    private static func source(_ text: Substring) throws(URLFault) -> String {
        let head = "plain/"
        if text.utf8.starts(with: head.utf8) {
            guard let address = String(spelling: text.dropFirst(head.utf8.count)) else {
                throw URLFault(.source, part: text, "a percent escape is no text")
            }
            return address
        }
        guard let address = Base64URL.text(text.filter { $0 != "/" }) else {
            throw URLFault(.source, part: text, "expected plain/, or Base64 of addresses")
        }
        return address
    }
}
