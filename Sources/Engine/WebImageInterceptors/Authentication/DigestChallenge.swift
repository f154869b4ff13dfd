import WebImageCaching
import WebImageCoding
import WebImageLoading

/// A challenge of a server that a digest of the password answers (RFC 7616, section 3.3).
struct DigestChallenge: Hashable, Sendable {
    private enum Algorithm: String, CaseIterable {
        // The best first.
        case sha256 = "SHA-256"
        case md5 = "MD5"

        func digest(_ text: String) -> String {
            switch self {
            case .sha256: SHA256.hexDigest(of: text.utf8)
            case .md5: MD5.hexDigest(of: text.utf8)
            }
        }
    }

    /// `true` if only the nonce was too old, not the password wrong.
    let isStale: Bool
    /// The name of the protected space, with its escapes.
    let realm: String
    private let algorithm: Algorithm
    private let nonce: String
    private let opaque: String?
    /// `true` if the server counts the uses of a nonce (`qop=auth`).
    private let isCounted: Bool

    /// Creates the best challenge of a response; nil if none of them can be met.
    init?(_ headers: HeaderFields) {
        let digests = Self.challenges(headers).filter { $0[""] == "digest" }
        let found = Algorithm.allCases.lazy.compactMap { algorithm in
            digests.first { $0["algorithm", default: "MD5"].uppercased() == algorithm.rawValue }
                .map { (algorithm, $0) }
        }.first
        guard let (algorithm, values) = found, let nonce = values["nonce"] else { return nil }
        let qualities = values["qop"]?.lowercased().split { $0 == "," || $0 == " " }
        guard qualities?.contains("auth") != false else { return nil }
        isCounted = qualities != nil
        isStale = values["stale"]?.lowercased() == "true"
        realm = values["realm"] ?? ""
        opaque = values["opaque"]
        self.algorithm = algorithm
        self.nonce = nonce
    }

    /// Returns the parameters of all challenges by lower-case names; the scheme has an empty name.
    private static func challenges(_ headers: HeaderFields) -> [[String: String]] {
        var found: [[String: String]] = []
        for part in headers.values("WWW-Authenticate").flatMap({ CacheDirectives.split($0) }) {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            var words = pair[0].split(separator: " ")
            // A scheme stands before its first parameter, or alone.
            if words.count > 1 || pair.count == 1, let scheme = words.first {
                found.append(["": scheme.lowercased()])
                words.removeFirst()
            }
            guard pair.count > 1, let name = words.first, !found.isEmpty else { continue }
            found[found.count - 1][name.lowercased()] =
                CacheDirectives.unquoted(pair[1].trimmingSpaces)
        }
        return found
    }

    /// Returns the field `Authorization` of a request (RFC 7616, section 3.4).
    ///
    /// - Parameters:
    ///   - target: The path and query of the request.
    ///   - count: The number of requests with this nonce, this one included.
    ///   - salt: A random text.
    func authorization(
        _ user: String, _ password: String, method: String, target: String, count: Int,
        salt: String
    ) -> String {
        let secret = algorithm.digest("\(user):\(Self.unescaped(realm)):\(password)")
        let action = algorithm.digest("\(method):\(target)")
        let digits = String(count, radix: 16)
        let counter = String(repeating: "0", count: max(0, 8 - digits.count)) + digits
        let counted = isCounted ? "\(counter):\(salt):auth:" : ""
        let proof = algorithm.digest("\(secret):\(Self.unescaped(nonce)):\(counted)\(action)")
        var parts = [
            Self.name(user), "realm=\"\(realm)\"", "uri=\"\(target)\"",
            "algorithm=\(algorithm.rawValue)", "nonce=\"\(nonce)\"", "response=\"\(proof)\"",
        ]
        if isCounted { parts += ["qop=auth", "nc=\(counter)", "cnonce=\"\(salt)\""] }
        if let opaque { parts.append("opaque=\"\(opaque)\"") }
        return "Digest " + parts.joined(separator: ", ")
    }

    private static func name(_ user: String) -> String {
        let isPlain = user.utf8.allSatisfy { $0 >= 32 && $0 < 127 && $0 != 34 && $0 != 92 }
        guard !isPlain else { return "username=\"\(user)\"" }
        return "username*=UTF-8''" + PercentCoding.encodeComponent(user)
    }

    private static func unescaped(_ text: String) -> String {
        var isEscaped = false
        let bytes = text.utf8.filter { byte in
            isEscaped = byte == 92 && !isEscaped
            return !isEscaped
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
