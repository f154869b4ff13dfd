import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImageTransforms

/// The library's own addresses: `/v1/{signature}/{transforms}/{options}/{source}`.
///
/// * Transforms are those of `Vocabulary.standard` in their spelling, separated by `;`; `-` for none.
///   They are applied behind the option `size`.
/// * Options are those of `NativeOption`, separated by `;`; `-` for none.
/// * The source is `plain/` and a percent-encoded address, or the address in Base64 of addresses without
///   padding, which slashes may split. `@webp` behind it asks for a format.
/// * The signature is HMAC-SHA256 of the address without it, `/v1/{transforms}/{options}/{source}` as it
///   stands there, in Base64 of addresses without padding. Without a key it is `-` or `_`.
///
/// Transforms and values of options may be percent-encoded. A query is refused, since it would give one
/// picture any number of addresses.
///
/// ```swift
/// import WebImageURLs
///
/// let grammar = WebImageGrammar(keys: [Array("secret".utf8)])
/// var plan = ImagePlan(source: "https://example.com/a.jpg")
/// plan.sizing = TargetSizing(.fill, 300, 200)
/// plan.encoding.format = .webp
/// let address = try grammar.address(of: plan)
/// ```
public struct WebImageGrammar: URLGrammar {
    /// The keys of signatures: each is accepted, the first one signs; none accepts every address.
    public var keys: [[UInt8]]
    /// The beginnings of sources that are allowed; none allows all.
    public var allowedSources: [SourcePattern]
    /// Options by the names of the option `preset`, such as `["small": "size=fit:300x200;quality=70"]`.
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
        // All are compared: the time tells nothing of the one that is equal.
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
}
