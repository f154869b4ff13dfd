import FoundationEssentials
import WebImageCaching
import WebImageCoding
import WebImageInterceptors
import WebImageLoading

/// The defect of a file of rules.
public struct SourceRulesFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line, from 1.
    public let line: Int
    /// The name and the reason in one phrase, without credentials.
    public let reason: String
    /// The line and the reason.
    public var description: String { "line \(line): \(reason)" }
}

extension SourceRules {
    /// The most bytes of a text of rules.
    public static let maxByteCount = 1 << 20
    /// The most hosts of a text of rules.
    public static let maxHostCount = 10_000

    /// Reads rules in JSON.
    ///
    /// ```json
    /// {"hosts": {
    ///   "images.example.com": {
    ///     "headers": {"Accept": "image/webp", "X-Api-Key": {"environment": "API_KEY"}},
    ///     "user": {"environment": "IMAGES_USER"},
    ///     "reject": ["ErrorCode: 100"], "statuses": "200-299,404", "types": ["image/*"],
    ///     "two_step": {"paths": ["/api/"], "field": "data.url"}, "lifetime": 3600
    ///   },
    ///   "*.example.org": {"reject": ["X-Placeholder"]}
    /// }}
    /// ```
    ///
    /// - Parameters:
    ///   - environment: The variables that credentials stand in.
    /// - Throws: The first defect: an unknown member, a value of another type, a credential outside
    ///   of the environment, more than ``maxByteCount`` or ``maxHostCount``.
    public init(
        reading bytes: some Collection<UInt8>, environment: [String: String]
    ) throws(SourceRulesFault) {
        guard bytes.count <= Self.maxByteCount else {
            throw SourceRulesFault(line: 1, reason: "more than \(Self.maxByteCount) bytes")
        }
        let node: JSONNode
        do throws(JSONFault) {
            node = try JSONNode(reading: bytes)
        } catch {
            throw SourceRulesFault(line: error.line, reason: error.reason)
        }
        var hosts: [String: SourceRule] = [:]
        for member in try node.members(of: "rules", known: ["hosts"]) {
            let all = try member.node.members(of: "hosts")
            guard all.count <= Self.maxHostCount else {
                throw member.fault("more than \(Self.maxHostCount) hosts")
            }
            for host in all {
                let name = try Self.hostName(host)
                guard hosts.updateValue(try SourceRule(host.node, environment), forKey: name) == nil
                else { throw host.fault("another name is that of the same host") }
            }
        }
        self.init(hosts)
    }

    /// Returns the name of a host as URLs have it, with `*.` or without.
    private static func hostName(_ member: JSONNode.Member) throws(SourceRulesFault) -> String {
        let star = member.name.hasPrefix("*.") ? "*." : ""
        let name = member.name.dropFirst(star.count)
        guard !name.isEmpty,
            !name.utf8.contains(where: { $0 <= 32 || "*/?#@\\".utf8.contains($0) }),
            name.hasPrefix("[") || !name.utf8.contains(UInt8(ascii: ":")),
            let address = try? HTTPAddress("http://\(name)/"),
            address.url == "http://\(address.origin.host)/"
        else {
            throw member.fault("expected the name of a host, without scheme and port")
        }
        return star + address.origin.host
    }
}

extension SourceRule {
    fileprivate init(
        _ node: JSONNode, _ environment: [String: String]
    ) throws(SourceRulesFault) {
        self.init()
        let known = ["headers", "user", "reject", "statuses", "types", "two_step", "lifetime"]
        for member in try node.members(of: "a host", known: known) {
            switch member.name {
            case "headers": try readHeaders(member, environment)
            case "user": try readUser(member, environment)
            case "reject":
                responses.rejectedHeaders = try member.texts().map {
                    text throws(SourceRulesFault) in
                    try member.read(text, "a field as Name or Name: value") {
                        HeaderMatch(reading: $0)
                    }
                }
            case "statuses":
                responses.acceptedStatuses = try member.read(
                    member.text(), "statuses such as 200-299,404"
                ) { StatusSet($0) }
            case "types":
                responses.acceptedMediaTypes = try member.texts().map {
                    text throws(SourceRulesFault) in
                    try member.read(text, "a media type such as image/*") {
                        ResponseRules.mediaType($0)
                    }
                }
            case "two_step": try readTwoStep(member)
            default:
                guard case .number(let seconds) = member.node.value, seconds >= 0,
                    seconds <= 2_147_483_647, seconds == seconds.rounded()
                else { throw member.fault("expected whole seconds") }
                lifetime = .seconds(Int(seconds))
            }
        }
    }

    private mutating func readUser(
        _ member: JSONNode.Member, _ environment: [String: String]
    ) throws(SourceRulesFault) {
        let user = try member.variable(environment)
        guard user.utf8.contains(UInt8(ascii: ":")) else {
            throw member.fault("expected a variable with name:password")
        }
        headers["Authorization"] = "Basic " + Data(user.utf8).base64EncodedString()
    }

    private mutating func readTwoStep(_ member: JSONNode.Member) throws(SourceRulesFault) {
        let parts = try member.node.members(of: "two_step", known: ["paths", "field", "header"])
        for part in parts {
            switch part.name {
            case "paths":
                twoStepPaths = try part.texts()
                guard twoStepPaths.allSatisfy({ $0.hasPrefix("/") }) else {
                    throw part.fault("expected paths such as /api/")
                }
            case "field":
                let path = try part.text()
                guard !path.split(separator: ".", omittingEmptySubsequences: false).contains("")
                else { throw part.fault("expected a path of names such as data.url") }
                twoStepReading = .field(path)
            default:
                let name = try part.read(part.text(), "the name of a field") {
                    HeaderMatch(reading: $0)
                }
                .name
                twoStepReading = .header(name)
            }
        }
        guard !twoStepPaths.isEmpty else { throw member.fault("\"paths\" is missing") }
        guard parts.count(where: { $0.name != "paths" }) < 2 else {
            throw member.fault("the URL is in JSON or in a header field, not in both")
        }
    }

    private mutating func readHeaders(
        _ member: JSONNode.Member, _ environment: [String: String]
    ) throws(SourceRulesFault) {
        for field in try member.node.members(of: "headers") {
            let name = field.name.asciiLowered
            guard HeaderMatch(reading: field.name)?.value == .any, !Self.unsent.contains(name),
                !name.hasPrefix("if-")
            else { throw field.fault("the field cannot be sent by a rule") }
            guard headers[name] == nil else { throw field.fault("another name is the same field") }
            let isSecret = Self.secretParts.contains { name.contains($0) }
            guard !isSecret || field.node.text == nil else {
                throw field.fault(
                    "a credential stands in the environment: {\"environment\": \"NAME\"}")
            }
            let value =
                if let text = field.node.text { text } else { try field.variable(environment) }
            guard value.utf8.allSatisfy({ $0 >= 32 && $0 != 127 || $0 == 9 }) else {
                throw field.fault("the value has control characters")
            }
            headers.append(field.name, value.trimmingSpaces)
        }
    }

    /// The fields that a transport makes, or that are about one exchange.
    private static let unsent: Set = [
        "host", "content-length", "transfer-encoding", "connection", "keep-alive", "te", "trailer",
        "upgrade", "range", "accept-encoding", "expect",
    ]
    private static let secretParts = [
        "auth", "cookie", "token", "secret", "session", "pass", "key", "jwt", "signature",
    ]
}

extension JSONNode {
    /// Returns the members of an object, whose names are all known; nil for any names.
    fileprivate func members(
        of name: String, known: [String]? = nil
    ) throws(SourceRulesFault) -> [Member] {
        guard let members else {
            throw SourceRulesFault(line: line, reason: "\(name): expected an object, found \(kind)")
        }
        for member in members where known?.contains(member.name) == false {
            throw member.fault("unknown; known are \((known ?? []).joined(separator: ", "))")
        }
        return members
    }
}

extension JSONNode.Member {
    fileprivate func fault(_ reason: String) -> SourceRulesFault {
        let shown = name.unicodeScalars.prefix(80).map { JSONText.escape(of: $0) ?? String($0) }
        return SourceRulesFault(line: line, reason: "\"\(shown.joined())\": \(reason)")
    }

    fileprivate func text() throws(SourceRulesFault) -> String {
        guard let text = node.text else { throw fault("expected a text, found \(node.kind)") }
        return text
    }

    /// Returns the texts of a list, or the one text.
    fileprivate func texts() throws(SourceRulesFault) -> [String] {
        if let text = node.text { return [text] }
        let texts = node.elements?.map(\.text)
        guard let texts, !texts.contains(nil) else {
            throw fault(
                "expected a list of texts, found \(node.elements == nil ? node.kind : "others")")
        }
        return texts.compactMap(\.self)
    }

    fileprivate func read<Value>(
        _ text: String, _ form: String, _ read: (String) -> Value?
    ) throws(SourceRulesFault) -> Value {
        guard let value = read(text) else { throw fault("expected \(form)") }
        return value
    }

    /// Returns the value of the variable that `{"environment": NAME}` names.
    fileprivate func variable(
        _ environment: [String: String]
    ) throws(SourceRulesFault) -> String {
        let members = node.members ?? []
        guard members.count == 1, members[0].name == "environment", let name = members[0].node.text
        else { throw fault("expected {\"environment\": \"NAME\"}, found \(node.kind)") }
        guard let value = environment[name], !value.isEmpty else {
            throw fault("the variable \(name) is not set")
        }
        return value
    }
}
