package import WebImageCaching
import WebImageCoding
import WebImageRuntime

/// The name of the bytes of a source, and the text that a log line may show of it.
package struct SourceIdentity: Sendable {
    /// The name of the key's part that names the source.
    enum Kind: String {
        case url, key, dataurl, data, file
    }

    /// What a log line may show.
    private enum Shown {
        /// A URL without user, query and fragment.
        case url(String)
        case text(String)
    }

    private let kind: Kind
    private let name: String
    /// The digest of the user in a URL.
    private var user: String?
    /// The state of a file.
    private var state: String?
    private let shown: Shown

    /// The identity of a source whose name costs no I/O and little work; nil for files, also where a
    /// URL names them, and data.
    package init?(immediately source: ImageSource) throws(LoadFailure) {
        guard case .url(let text) = source else { return nil }
        let url = Self.trimmed(text)
        let layout = URLLayout(url)
        guard let scheme = layout.scheme else {
            throw LoadFailure(.refusedRequest, "'\(Self.redacted(text))' is not an absolute URL")
        }
        if scheme.utf8.count == 4, ["data", "file"].contains(scheme.lowercased()) { return nil }
        // The user is part of the name, but not to be read in a cache folder.
        (kind, name, shown) = (.url, layout.bare, .url(layout.bare))
        user = layout.user.map { SHA256.hexDigest(of: $0.utf8) }
    }

    /// The identity that a caller gives to a source; a URL must be one all the same.
    package init(of source: ImageSource, named key: CacheKey) throws(LoadFailure) {
        // The URL itself may be signed, and is not kept.
        let subject = try Self(immediately: source)?.subject
        (kind, name, shown) = (.key, key.text, .text(subject ?? "key"))
    }

    /// The identity of any source; blocks while a file is looked up or bytes are digested.
    ///
    /// - Parameter allowsFileURLs: `true` if a URL may name a file: what is kept of it then answers
    ///   no request that may not ask for it.
    package init(of source: ImageSource, allowsFileURLs: Bool = false) throws(LoadFailure) {
        if let known = try Self(immediately: source) {
            self = known
            return
        }
        switch source {
        case .url(let text) where source.scheme == "file":
            (kind, name, shown) = (.url, text, .url(text))
            state = allowsFileURLs ? Self.state(text) : nil
        case .url(let text):
            (kind, name) = (.dataurl, SHA256.hexDigest(of: text.utf8))
            shown = .text("data:")
        case .data(let bytes):
            (kind, name, shown) = (.data, bytes.digest, .text("data"))
        case .file(let path):
            (kind, name, shown) = (.file, path, .text(path))
            state = try FileIdentity(path: path).spelling
        }
    }

    /// The parts of a key's text.
    package var parts: [KeyPart] {
        [(kind.rawValue, name)] + (user.map { [("user", $0)] } ?? [])
            + (state.map { [("state", $0)] } ?? [])
    }

    /// The text that a log line may show.
    package var subject: String {
        switch shown {
        case .url(let url): Self.redacted(url)
        case .text(let text): text
        }
    }

    /// The state of the file that a URL names, empty where there is none: its loader says why.
    private static func state(_ url: String) -> String {
        do throws(LoadFailure) {
            return try FileIdentity(path: SchemeLoader.path(ofFileURL: url)).spelling
        } catch {
            return ""
        }
    }

    private static func trimmed(_ text: String) -> String {
        // Mostly there is no space to drop.
        if let first = text.utf8.first, first > 32, first < 128 { return text }
        return String(text.drop { $0.isWhitespace })
    }

    /// A URL without user, query and fragment.
    static func redacted(_ url: String) -> String {
        let bare = url[...].prefix(untilByte: { $0 == 63 || $0 == 35 })
        return bare.hasPrefix("data:") ? "data:" : URLLayout(String(bare)).bare
    }
}

extension SourceIdentity: Hashable {
    /// `true` if both name the same bytes, whatever a log line shows.
    package static func == (left: Self, right: Self) -> Bool {
        left.kind == right.kind && left.user == right.user && left.name.hasBytes(of: right.name)
            && left.state.map(\.utf8.count) == right.state.map(\.utf8.count)
            && left.state == right.state
    }

    package func hash(into hasher: inout Hasher) {
        name.hashBytes(into: &hasher)
        if let user { hasher.combine(user) }
        if let state { hasher.combine(state) }
    }
}

/// The parts of a URL that name its bytes.
private struct URLLayout {
    /// The scheme; nil if there is none.
    let scheme: Substring?
    /// The URL without fragment, and without the user (and password) before its host.
    let bare: String
    /// The user (and password) before the host.
    let user: Substring?

    init(_ url: String) {
        let places = Self.places(in: url)
        let text = url.utf8
        func index(_ offset: Int) -> String.Index { text.index(text.startIndex, offsetBy: offset) }
        let isAbsolute = places.colon > 0 && places.colon < places.end
        scheme = isAbsolute ? url[..<index(places.colon)] : nil
        guard let at = places.at else {
            bare = places.end == text.count ? url : String(url[..<index(places.end)])
            user = nil
            return
        }
        let start = index(places.colon + 3)
        user = url[start..<index(at)]
        bare = String(url[..<start]) + url[index(at + 1)..<index(places.end)]
    }

    /// The offsets of the first colon, of the end of the user, and of the fragment or the end.
    private struct Places {
        var colon: Int
        var at: Int?
        var end: Int

        init(_ bytes: some RandomAccessCollection<UInt8>) {
            let url = bytes.prefix { $0 != 35 }
            end = url.count
            let rest = url.drop { $0 != 58 }
            colon = end - rest.count
            guard rest.starts(with: "://".utf8) else { return }
            let authority = rest.dropFirst(3).prefix { $0 != 47 && $0 != 63 }
            guard let last = authority.lastIndex(of: 64) else { return }
            at = colon + 3 + authority.distance(from: authority.startIndex, to: last)
        }
    }

    private static func places(in url: String) -> Places {
        let places = unsafe url.utf8.withContiguousStorageIfAvailable { unsafe Places($0) }
        return places ?? Places(Array(url.utf8))
    }
}

/// A named part of a key.
package typealias KeyPart = (name: String, value: String)

extension ByteBlock {
    /// Hexadecimal SHA-256 of the bytes.
    package var digest: String {
        // Safe because the bytes are only read during the call.
        unsafe withUnsafeBytes { unsafe SHA256.hexDigest(of: $0) }
    }
}
