import ArgumentParser
import WebImage

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The value of `--cookies`: those of a file, each for its domain and path, or one text for all
/// sources.
enum Cookies: Sendable {
    case text(String)
    /// - Parameter digest: The fingerprint of the file.
    case file([FileCookie], path: String, digest: String)

    /// The longest file in bytes.
    private static let limit = 16 << 20

    /// Reads `name=value; …`, or the file at a path.
    static func read(_ text: String) throws -> Cookies {
        if text.contains("="), FileState(of: text) == .missing {
            return .text(try HeaderArgument.value(text))
        }
        do throws(SourceFailure) {
            let file = try LineFile.opened(text)
            var bytes: [UInt8] = []
            while bytes.count <= limit {
                let more = try file.read()
                if more.isEmpty { break }
                bytes += more
            }
            let content = String(decoding: bytes, as: UTF8.self)
            let lines = bytes.split { $0 == 10 || $0 == 13 }
            return .file(
                lines.compactMap { FileCookie(String(decoding: $0, as: UTF8.self)) }, path: text,
                digest: CacheKey(content).digest)
        } catch {
            // The text may be cookies without an equals sign.
            let reason = error.reason.split(separator: ": ").last.map(String.init) ?? ""
            throw ValidationError("cannot read the file of cookies: \(reason).")
        }
    }

    /// The field `Cookie` of all requests for sources; nil for cookies of a file.
    var field: String? {
        if case .text(let text) = self { text } else { nil }
    }

    /// The cookies of a file, each for its own place.
    var ofFile: [FileCookie] {
        if case .file(let cookies, _, _) = self { cookies } else { [] }
    }
}

/// A line of a file of cookies: domain, subdomains, path, secure, expiry, name and value.
struct FileCookie: Sendable {
    let name: String
    let value: String
    let path: String
    private let domain: String
    private let coversSubdomains: Bool
    private let isSecure: Bool
    /// The seconds since 1970 at which it expires, 0 for never.
    private let expires: Int64

    /// Reads a line; nil for a comment and for a line of another form.
    init?(_ line: String) {
        let isHidden = line.hasPrefix("#HttpOnly_")
        guard isHidden || !line.hasPrefix("#") else { return nil }
        let parts = (isHidden ? line.dropFirst(10) : line[...])
            .split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 7, !parts[5].isEmpty, let expires = Int64(parts[4]),
            line.utf8.allSatisfy({ $0 == 9 || ($0 >= 32 && $0 != 127) })
        else { return nil }
        let domain = parts[0].lowercased()
        self.domain = domain.hasPrefix(".") ? String(domain.dropFirst()) : domain
        coversSubdomains = parts[1].uppercased() == "TRUE"
        path = parts[2]
        isSecure = parts[3].uppercased() == "TRUE"
        self.expires = expires
        (name, value) = (parts[5], parts[6])
    }

    /// Returns the cookies that are sent to a place now, the longest paths first.
    static func sent(_ cookies: [FileCookie], to place: WebPlace) -> [FileCookie] {
        let now = Int64(time(nil))
        return cookies.filter { $0.belongs(to: place, at: now) }
            .sorted { $0.path.utf8.count > $1.path.utf8.count }
    }

    /// Returns `true` if the cookie is sent to a place at that time (RFC 6265, section 5.4).
    func belongs(to place: WebPlace, at now: Int64) -> Bool {
        guard expires == 0 || expires > now, place.isSecure || !isSecure,
            place.host == domain || (coversSubdomains && place.host.hasSuffix("." + domain)),
            place.path.utf8.starts(with: path.utf8)
        else { return false }
        let rest = place.path.utf8.dropFirst(path.utf8.count)
        return path.hasSuffix("/") || rest.isEmpty || rest.first == UInt8(ascii: "/")
    }
}

/// The parts of an http or https URL that decide about its cookies.
struct WebPlace: Sendable {
    /// Scheme, host and port.
    struct Origin: Hashable, Sendable {
        let isSecure: Bool
        /// The host in lower case.
        let host: String
        let port: Int
    }

    let isSecure: Bool
    let host: String
    let path: String

    /// Reads a URL.
    ///
    /// - Returns: Nil for another scheme, a host with characters beyond ASCII, and a path with dot
    ///   segments; such URLs get no cookies.
    init?(_ url: String) {
        guard let (origin, rest) = Self.parts(of: url) else { return nil }
        (isSecure, host) = (origin.isSecure, origin.host)
        let target = rest.prefix { $0 != 63 && $0 != 35 }
        path = target.isEmpty ? "/" : String(Substring(target))
        guard !path.split(separator: "/").contains(where: { $0 == "." || $0 == ".." }) else {
            return nil
        }
    }

    /// Returns the origin of an http or https URL; nil if its host is not in ASCII.
    static func origin(of url: String) -> Origin? { parts(of: url)?.origin }

    /// Returns `true` for a URL of http or https.
    static func isWeb(_ url: String) -> Bool { scheme(of: url) != nil }

    private static func scheme(of url: String) -> String? {
        let scheme = String(url.prefix { $0 != ":" }).lowercased()
        guard scheme == "http" || scheme == "https",
            url.utf8.dropFirst(scheme.utf8.count).starts(with: "://".utf8)
        else { return nil }
        return scheme
    }

    /// Cuts a URL in bytes, as the transport does: a combining accent would hide a slash from text.
    private static func parts(of url: String) -> (origin: Origin, rest: Substring.UTF8View)? {
        guard let scheme = scheme(of: url) else { return nil }
        let rest = url.utf8.dropFirst(scheme.utf8.count + 3)
        let authority = rest.prefix { !"/?#\\".utf8.contains($0) }
        var name = authority
        if let at = name.lastIndex(of: 64) { name = name[name.index(after: at)...] }
        var port = scheme == "https" ? 443 : 80
        if let colon = name.lastIndex(of: 58),
            name[colon...].dropFirst().allSatisfy({ (48...57).contains($0) })
        {
            port = Int(String(name[name.index(after: colon)...]) ?? "") ?? port
            name = name[..<colon]
        }
        let host = String(Substring(name)).lowercased()
        guard host.utf8.allSatisfy({ isHostByte($0) }) else { return nil }
        let origin = Origin(isSecure: scheme == "https", host: host, port: port)
        return (origin, rest[authority.endIndex...])
    }

    /// Returns `true` for letters, digits and what else stands in a name or an IPv6 address.
    private static func isHostByte(_ byte: UInt8) -> Bool {
        (97...122).contains(byte) || (48...57).contains(byte) || ".-_:[]".utf8.contains(byte)
    }
}
