package import WebImageCaching
import WebImageCoding

/// The name of the bytes of a source, and the text that a log line may show of it.
package struct SourceIdentity: Sendable {
    /// The name of the source's part in a key.
    enum Kind: String {
        case url, key, dataurl, data, file
    }

    /// The facts that few sources have besides their names.
    private enum Detail {
        case none
        /// The digest of the user in a URL.
        case user(String)
        /// The state of a file.
        case state(String)
        /// The text that a log line may show of a source with its own key.
        case subject(String)
    }

    private let kind: Kind
    private let name: String
    private var detail = Detail.none

    /// The identity of a source whose name costs no I/O and little work; nil for files, also where
    /// a URL names them, and data.
    package static func immediate(of source: ImageSource) throws(LoadFailure) -> SourceIdentity? {
        guard case .url(let text) = source else { return nil }
        // One look at the bytes of most URLs.
        if NormalizedURL.isNormal(text) { return SourceIdentity(kind: .url, name: text) }
        let url = NormalizedURL.trimmed(text)
        let parts = URLParts(url)
        guard parts.isAbsolute else {
            throw LoadFailure(.refusedRequest, "'\(redacted(text))' is not an absolute URL")
        }
        if ["data", "file"].contains(parts.scheme) { return nil }
        // The user is part of the name, but not to be read in a cache folder. Both are those that
        // are sent: another reading of the text could miss the user.
        let sent = try? HTTPAddress(url)
        let user =
            sent.map { $0.credentials.map { SHA256.hexDigest(of: $0) } }
            ?? parts.user.map { SHA256.hexDigest(of: $0.utf8) }
        return SourceIdentity(
            kind: .url, name: sent?.url ?? parts.bare,
            detail: user.map { .user($0) } ?? .none)
    }

    private init(kind: Kind, name: String, detail: Detail = .none) {
        (self.kind, self.name, self.detail) = (kind, name, detail)
    }

    /// Creates the identity that a caller gives to a source; a URL must be valid all the same.
    package init(of source: ImageSource, named key: CacheKey) throws(LoadFailure) {
        (kind, name) = (.key, key.text)
        // The URL itself may be signed, and is not kept.
        detail = .subject(try Self.immediate(of: source)?.subject ?? "key")
    }

    /// Creates the identity of any source; blocks while a file is looked up or bytes are hashed.
    ///
    /// - Parameter allowsFileURLs: `true` if a URL may name a file. Its state is then part of the
    ///   identity, so that a request without this right gets nothing that was kept of the file.
    package init(of source: ImageSource, allowsFileURLs: Bool = false) throws(LoadFailure) {
        if let known = try Self.immediate(of: source) {
            self = known
            return
        }
        switch source {
        case .url(let text) where source.scheme == "file":
            (kind, name) = (.url, text)
            if allowsFileURLs { detail = .state(Self.state(text)) }
        case .url(let text): (kind, name) = (.dataurl, SHA256.hexDigest(of: text.utf8))
        case .data(let bytes): (kind, name) = (.data, bytes.digest)
        case .file(let path):
            (kind, name) = (.file, path)
            detail = .state(try FileIdentity(path: path).spelling)
        }
    }

    /// The parts of a key's text.
    package var parts: [KeyPart] {
        let part = (kind.rawValue, name)
        return switch detail {
        case .none, .subject: [part]
        case .user(let user): [part, ("user", user)]
        case .state(let state): [part, ("state", state)]
        }
    }

    /// The text for log lines: of a URL neither user nor query and fragment.
    package var subject: String {
        if case .subject(let text) = detail { return text }
        return switch kind {
        case .url: Self.redacted(name)
        case .key: "key"
        case .dataurl: "data:"
        case .data: "data"
        case .file: name
        }
    }

    /// Returns the state of the file that a URL names, empty if there is none: the loader reports
    /// it.
    private static func state(_ url: String) -> String {
        do throws(LoadFailure) {
            return try FileIdentity(path: SchemeLoader.path(ofFileURL: url)).spelling
        } catch {
            return ""
        }
    }

    /// Returns a URL without user, query and fragment.
    package static func redacted(_ url: String) -> String {
        let bare = url[...].prefix(untilByte: { $0 == 63 || $0 == 35 })
        return bare.hasPrefix("data:")
            ? "data:" : URLParts(NormalizedURL.trimmed(String(bare))).bare
    }
}

extension SourceIdentity: Hashable {
    /// `true` if both name the same bytes; the text for log lines is ignored.
    package static func == (left: Self, right: Self) -> Bool {
        guard left.kind == right.kind, left.name.hasBytes(of: right.name) else { return false }
        return switch (left.detail, right.detail) {
        case (.none, .none), (.subject, .subject): true
        case (.user(let user), .user(let other)): user == other
        case (.state(let state), .state(let other)): state.hasBytes(of: other)
        default: false
        }
    }

    package func hash(into hasher: inout Hasher) {
        name.hashBytes(into: &hasher)
        switch detail {
        case .none, .subject: break
        case .user(let text), .state(let text): text.hashBytes(into: &hasher)
        }
    }
}

/// A named part of a key's text.
package typealias KeyPart = (name: String, value: String)

extension ByteBlock {
    /// Hexadecimal SHA-256 of the bytes.
    package var digest: String {
        // Safe because the bytes are only read during the call.
        unsafe withUnsafeBytes { unsafe SHA256.hexDigest(of: $0) }
    }
}
