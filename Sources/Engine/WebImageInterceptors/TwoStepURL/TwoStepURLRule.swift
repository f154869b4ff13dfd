import Synchronization
package import WebImageCaching
import WebImageCoding
import WebImageLoading

/// A condition for the URLs of first steps.
public struct TwoStepURLRule: Sendable {
    private static let closureCount = Atomic<UInt64>(0)

    let identity: String
    private let body: @Sendable (String) -> Bool

    /// Creates a rule for URLs for which `matches` returns true; its argument is the URL
    /// without user and fragment.
    ///
    /// It is called for every load, from any thread, and must return soon.
    public init(_ matches: @escaping @Sendable (String) -> Bool) {
        self.init(identity: Self.nextClosureName(), matches)
    }

    private init(identity: String, _ body: @escaping @Sendable (String) -> Bool) {
        self.identity = identity
        self.body = body
    }

    /// Returns a rule for URLs of the same scheme, host and port whose path has the same
    /// prefix, as it is written or as origins read it: without escapes, `.`, `..` and repeated
    /// slashes.
    ///
    /// For other schemes than http and https it is a prefix of the text.
    public static func prefix(_ prefix: String) -> TwoStepURLRule {
        guard let start = try? HTTPAddress(prefix) else {
            return TwoStepURLRule(identity: "prefix \(prefix.spelling)") { $0.hasPrefix(prefix) }
        }
        return TwoStepURLRule(identity: "prefix \(start.url.spelling)") { url in
            guard let address = try? HTTPAddress(url), address.isOfServer(of: start) else {
                return false
            }
            return address.url.utf8.starts(with: start.url.utf8)
                || start.query == nil && readPath(address.path).starts(with: readPath(start.path))
        }
    }

    /// Returns a rule for URLs of that host, with any scheme and port.
    public static func host(_ host: String) -> TwoStepURLRule {
        let host = host.lowercased()
        return TwoStepURLRule(identity: "host \(host.spelling)") { url in
            (try? HTTPAddress(url))?.hostName == host
        }
    }

    /// Returns a rule for URLs of a host, or with `*.` of all hosts below one, with any scheme and
    /// port, whose path begins with one of the texts.
    package static func paths(_ paths: [String], on pattern: String) -> TwoStepURLRule {
        let names = paths.map(\.spelling).joined(separator: ",")
        let readPaths = paths.map(readPath)
        let suffix = pattern.hasPrefix("*.") ? String(pattern.dropFirst()) : nil
        return TwoStepURLRule(identity: "paths \(names) on \(pattern.spelling)") { url in
            guard let address = try? HTTPAddress(url) else { return false }
            let host = address.hostName
            guard suffix.map({ host.hasSuffix($0) }) ?? (host == pattern) else { return false }
            let read = readPath(address.path)
            return paths.contains { address.path.utf8.starts(with: $0.utf8) }
                || readPaths.contains { read.starts(with: $0) }
        }
    }

    /// Returns a rule for URLs that one of the rules is for.
    public static func any(of rules: [TwoStepURLRule]) -> TwoStepURLRule {
        let names = rules.map(\.identity).joined(separator: ", ")
        return TwoStepURLRule(identity: "any of (\(names))") { url in
            rules.contains { $0.matches(url) }
        }
    }

    /// Returns a path as origins read it: without escapes, `.`, `..` and repeated slashes.
    ///
    /// Another spelling of a first step's path would else be loaded as a picture, and its text
    /// shown.
    private static func readPath(_ path: String) -> [UInt8] {
        let slash = UInt8(ascii: "/")
        let bytes = PercentCoding.decodeAll(path.utf8) ?? []
        var segments: [ArraySlice<UInt8>] = []
        for segment in bytes.split(separator: slash) {
            switch String(decoding: segment, as: UTF8.self) {
            case ".": continue
            case "..": _ = segments.popLast()
            default: segments.append(segment)
            }
        }
        let path = segments.reduce(into: [UInt8]()) { $0 += [slash] + $1 }
        return bytes.last == slash || path.isEmpty ? path + [slash] : path
    }

    /// Returns `true` if a URL is one of a first step.
    package func matches(_ url: String) -> Bool { body(url) }

    /// Returns a name that no other closure has: closures cannot be compared.
    static func nextClosureName() -> String {
        "closure \(closureCount.wrappingAdd(1, ordering: .relaxed).newValue)"
    }
}

extension HTTPAddress {
    /// The host without the dot of the root, which names the same one.
    package var hostName: String {
        origin.host.hasSuffix(".") ? String(origin.host.dropLast()) : origin.host
    }

    fileprivate func isOfServer(of other: HTTPAddress) -> Bool {
        (origin.scheme, hostName, origin.port)
            == (other.origin.scheme, other.hostName, other.origin.port)
    }
}
