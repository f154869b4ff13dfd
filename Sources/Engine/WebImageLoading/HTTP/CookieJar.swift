package import FoundationEssentials
import Synchronization
package import WebImageCaching

/// Cookies in memory, which the loader of http and https sends back (RFC 6265).
///
/// ```swift
/// let pipeline = ImagePipeline(
///     transport: ImagePipeline.makeTransport(), cookies: CookieJar(account: "me"))
/// ```
///
/// Without a jar, cookies last for the redirects of one load. A cookie is sent to the host and port
/// that set it only: `Domain` admits no others, and a cookie for another domain is ignored. Ports
/// 80 of http and 443 of https are one server. A request with its own `Cookie` field gets no
/// others. A jar keeps 50 cookies of a server and 1000 in all, each of at most 4096 bytes of ASCII;
/// older ones are removed.
public final class CookieJar: Sendable {
    private static let maxCount = 1000
    private static let maxCountOfServer = 50

    package let account: String
    private let now: @Sendable () -> Date
    private let cookies = Mutex<[Cookie]>([])

    /// Creates an empty jar.
    ///
    /// - Parameter account: The name of the user in keys: caches answer no request that is made
    ///   with the jar of another account, or with none. Another user of the program needs another
    ///   account, also after ``removeAll()``.
    public convenience init(account: String) { self.init(account: account) { Date() } }

    /// Creates an empty jar with a clock.
    package init(account: String, now: @escaping @Sendable () -> Date) {
        (self.account, self.now) = (account, now)
    }

    /// Removes all cookies.
    public func removeAll() { cookies.withLock { $0 = [] } }

    /// Keeps the cookies of a response.
    package func store(_ head: ResponseHead, from address: HTTPAddress) {
        let fields = head.headers.values("Set-Cookie")
        guard !fields.isEmpty else { return }
        let now = now()
        cookies.withLock { cookies in
            for field in fields {
                guard let cookie = Cookie(field, from: address, now: now) else { continue }
                Self.add(cookie, to: &cookies, isSecure: address.origin.scheme == "https")
            }
            cookies.removeAll { $0.isExpired(at: now) }
        }
    }

    /// Returns the field of a request; nil without cookies.
    package func field(for address: HTTPAddress) -> String? {
        let kept = cookies.withLock { $0 }
        guard !kept.isEmpty else { return nil }
        let now = now()
        let sent = kept.filter { $0.belongs(to: address) && !$0.isExpired(at: now) }
            .sorted { $0.path.utf8.count > $1.path.utf8.count }
        return sent.isEmpty ? nil : sent.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
    }

    private static func add(_ cookie: Cookie, to cookies: inout [Cookie], isSecure: Bool) {
        if let index = cookies.firstIndex(where: cookie.replaces) {
            // A response without TLS changes no cookie that is for TLS only.
            if isSecure || !cookies[index].isSecure { cookies[index] = cookie }
            return
        }
        cookies.append(cookie)
        let ofServer = cookies.indices.filter { cookies[$0].server == cookie.server }
        if ofServer.count > maxCountOfServer {
            cookies.remove(at: ofServer[0])
        } else if cookies.count > maxCount {
            cookies.removeFirst()
        }
    }
}

/// A cookie of one server.
private struct Cookie: Sendable {
    private static let maxByteCount = 4096

    let name: String
    let value: String
    /// The host, and its port unless the scheme's own.
    let server: String
    let path: String
    let isSecure: Bool
    /// nil for the life of the jar.
    private let expires: Date?

    /// Reads a field (RFC 6265, section 5.2); nil if it sets no cookie.
    init?(_ field: String, from address: HTTPAddress, now: Date) {
        guard field.utf8.count <= Self.maxByteCount,
            field.utf8.allSatisfy({ $0 == 9 || ($0 >= 32 && $0 < 127) })
        else { return nil }
        let parts = field.split(separator: ";", omittingEmptySubsequences: false)
            .map { $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false) }
            .map { ($0[0].trimmingSpaces, $0.count > 1 ? $0[1].trimmingSpaces : nil) }
        guard let value = parts[0].1, !parts[0].0.isEmpty else { return nil }
        let attributes = Dictionary(
            parts.dropFirst().map { ($0.0.lowercased(), $0.1 ?? "") }, uniquingKeysWith: { $1 })
        isSecure = attributes["secure"] != nil
        guard !isSecure || address.origin.scheme == "https",
            Self.isIn(attributes["domain"] ?? "", address.origin.host)
        else { return nil }
        (name, self.value, server) = (parts[0].0, value, address.origin.authority)
        let path = attributes["path"] ?? ""
        self.path = path.hasPrefix("/") ? path : Self.folder(of: address.path)
        expires =
            attributes["max-age"].flatMap { Int($0) }.map { now.addingTimeInterval(Double($0)) }
            ?? attributes["expires"].flatMap { HTTPDate.parse($0, now: now) }
    }

    /// Returns `true` if a host is in a domain, or if the domain is empty.
    private static func isIn(_ domain: String, _ host: String) -> Bool {
        let domain = (domain.hasPrefix(".") ? domain.dropFirst() : domain[...]).lowercased()
        return domain.isEmpty || host == domain || host.hasSuffix("." + domain)
    }

    /// Returns the default path (section 5.1.4).
    private static func folder(of path: String) -> String {
        let folder = path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
        return folder.isEmpty ? "/" : String(folder)
    }

    func isExpired(at now: Date) -> Bool { expires.map { $0 <= now } ?? false }

    func replaces(_ other: Cookie) -> Bool {
        name == other.name && server == other.server && path == other.path
    }

    func belongs(to address: HTTPAddress) -> Bool {
        guard server == address.origin.authority, !isSecure || address.origin.scheme == "https",
            address.path.utf8.starts(with: path.utf8)
        else { return false }
        let rest = address.path.utf8.dropFirst(path.utf8.count)
        return path.hasSuffix("/") || rest.isEmpty || rest.first == 47
    }
}
