import WebImageCaching

/// The rules by which responses are accepted: statuses, media types, and header fields that reject
/// one.
///
/// ```swift
/// var rules = ResponseRules()
/// rules.rejectedHeaders = [HeaderMatch("ErrorCode", 100)]
/// rules.acceptedStatuses = StatusSet(200...299, 404...404)
/// rules.apply(to: &pipeline.defaults)
/// pipeline.interceptors += rules.interceptors
/// ```
///
/// Both are part of keys: an image that was kept without the rules, or under others, does not
/// answer under these.
public struct ResponseRules: Hashable, Sendable {
    /// The header fields that reject a response; none by default.
    public var rejectedHeaders: [HeaderMatch]
    /// The accepted statuses; nil, the default, for those of the options.
    public var acceptedStatuses: StatusSet?
    /// The accepted media types, such as `image/*`; none, the default, for those of the options.
    public var acceptedMediaTypes: [String]

    /// Creates rules; each parameter is the property of its name.
    public init(
        rejectedHeaders: [HeaderMatch] = [], acceptedStatuses: StatusSet? = nil,
        acceptedMediaTypes: [String] = []
    ) {
        self.rejectedHeaders = rejectedHeaders
        self.acceptedStatuses = acceptedStatuses
        self.acceptedMediaTypes = acceptedMediaTypes
    }

    /// `true` if the rules state nothing.
    public var isEmpty: Bool {
        rejectedHeaders.isEmpty && acceptedStatuses == nil && acceptedMediaTypes.isEmpty
    }

    /// Sets the options of accepted statuses and media types that the rules state.
    public func apply(to options: inout some OptionConfigurable) {
        if let acceptedStatuses { options.acceptedStatuses = acceptedStatuses }
        if !acceptedMediaTypes.isEmpty { options.acceptedMediaTypes = acceptedMediaTypes }
    }

    /// Returns a media type such as `image/png`, `image/*` or `*/*` in lower case; nil for another
    /// text.
    public static func mediaType(_ text: String) -> String? {
        let type = text.trimmingSpaces.asciiLowered
        let parts = type.split(separator: "/", omittingEmptySubsequences: false)
        let isToken = { (part: Substring) in
            !part.isEmpty
                && part.utf8.allSatisfy {
                    (48...57).contains($0) || (97...122).contains($0)
                        || "!#$&-^_.+".utf8.contains($0)
                }
        }
        guard parts.count == 2, isToken(parts[0]) || type == "*/*",
            isToken(parts[1]) || parts[1] == "*"
        else { return nil }
        return type
    }
}
