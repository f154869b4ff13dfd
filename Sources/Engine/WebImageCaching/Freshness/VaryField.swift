/// A field of a request that selected its response: one that `Vary` names (RFC 9111, section 4.1).
package struct VaryField: Hashable, Sendable {
    /// The field's name in lower case.
    package let name: String
    /// A digest of name and value; nil if the request had no such field.
    package let digest: String?
}

extension VaryField {
    package init(_ name: String, in request: HeaderFields) {
        self.name = name.asciiLowered
        digest = Self.digest(of: self.name, request.values(name))
    }

    package func matches(_ request: HeaderFields) -> Bool {
        Self.digest(of: name, request.values(name)) == digest
    }

    /// Returns the fields that a response names, each once, in the order of its `Vary` fields.
    package static func named(by response: HeaderFields, in request: HeaderFields) -> [VaryField] {
        var seen = Set<String>()
        return names(response).filter { seen.insert($0).inserted }
            .map { VaryField($0, in: request) }
    }

    /// Returns `true` if a response depends on more than header fields, so that no later request
    /// equals its own.
    static func namesAll(_ response: HeaderFields) -> Bool {
        let names = names(response)
        return names.contains("*") || names.count > maxCount
    }

    /// The most names; a response with more is not kept.
    private static let maxCount = 64

    private static func names(_ response: HeaderFields) -> [String] {
        response.values("Vary").flatMap { value in
            value.split(separator: ",").map { $0.trimmingSpaces.asciiLowered }
                .filter { !$0.isEmpty }
        }
    }

    private static func digest(of name: String, _ values: [String]) -> String? {
        guard !values.isEmpty else { return nil }
        return SHA256.hexDigest(of: "\(name):\(HeaderFields.list(values))".utf8)
    }
}
