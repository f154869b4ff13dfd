import Synchronization
import WebImageCaching
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
    /// prefix.
    ///
    /// For other schemes than http and https it is a prefix of the text.
    public static func prefix(_ prefix: String) -> TwoStepURLRule {
        guard let start = try? HTTPAddress(prefix) else {
            return TwoStepURLRule(identity: "prefix \(prefix.spelling)") { $0.hasPrefix(prefix) }
        }
        return TwoStepURLRule(identity: "prefix \(start.url.spelling)") { url in
            guard let address = try? HTTPAddress(url), address.origin == start.origin else {
                return false
            }
            return address.url.utf8.starts(with: start.url.utf8)
        }
    }

    /// Returns a rule for URLs of that host, with any scheme and port.
    public static func host(_ host: String) -> TwoStepURLRule {
        let host = host.lowercased()
        return TwoStepURLRule(identity: "host \(host.spelling)") { url in
            (try? HTTPAddress(url))?.origin.host == host
        }
    }

    /// Returns a rule for URLs of a host, or with `*.` of all hosts below one, with any scheme and
    /// port, whose path begins with one of the texts.
    package static func paths(_ paths: [String], on pattern: String) -> TwoStepURLRule {
        let names = paths.map(\.spelling).joined(separator: ",")
        let suffix = pattern.hasPrefix("*.") ? String(pattern.dropFirst()) : nil
        return TwoStepURLRule(identity: "paths \(names) on \(pattern.spelling)") { url in
            guard let address = try? HTTPAddress(url) else { return false }
            let host = address.origin.host
            guard suffix.map({ host.hasSuffix($0) }) ?? (host == pattern) else { return false }
            return paths.contains { address.path.utf8.starts(with: $0.utf8) }
        }
    }

    /// Returns a rule for URLs that one of the rules is for.
    public static func any(of rules: [TwoStepURLRule]) -> TwoStepURLRule {
        let names = rules.map(\.identity).joined(separator: ", ")
        return TwoStepURLRule(identity: "any of (\(names))") { url in
            rules.contains { $0.matches(url) }
        }
    }

    /// Returns `true` if a URL is one of a first step.
    package func matches(_ url: String) -> Bool { body(url) }

    /// Returns a name that no other closure has: closures cannot be compared.
    static func nextClosureName() -> String {
        "closure \(closureCount.wrappingAdd(1, ordering: .relaxed).newValue)"
    }
}
