/// The full name of encoded bytes or of an image made from them; equal only for equal things.
///
/// Its description tells neither query nor headers; secrets are in the key as digests only.
///
/// Copies share one object; its hash is made once, seeded anew in each process, so that nobody can
/// choose keys that fall together.
public struct CacheKey: Hashable, Sendable {
    private final class Name: Sendable {
        let text: String
        let subject: String
        let hash: Int

        init(text: String, subject: String) {
            self.text = text
            self.subject = subject
            hash = text.hashValue
        }
    }

    private let name: Name

    /// The whole key, each part length-prefixed; stored inside a disk entry and compared on each read.
    package var text: String { name.text }
    /// The hash of the text, the same for equal keys of one process.
    var hashWord: Int { name.hash }
    private var subject: String { name.subject }

    /// A key of named parts, in the given order; distinct parts give distinct keys.
    ///
    /// - Parameter subject: What a log line may show: a URL without query, user and fragment.
    package init(subject: String, parts: [(name: String, value: String)]) {
        let text = parts.reduce(into: "") { key, part in
            key += "\(part.name.utf8.count):\(part.name)=\(part.value.utf8.count):\(part.value);"
        }
        let isASCII = text.utf8.allSatisfy { $0 < 128 }
        name = Name(text: isASCII ? text : Self.asciiOnly(text), subject: subject)
    }

    /// The text with every byte outside of ASCII as `\xx`.
    ///
    /// Swift compares text by canonical equivalence, a key is equal byte by byte. The lengths in the
    /// text count the bytes before, so no two keys fall together.
    private static func asciiOnly(_ text: String) -> String {
        text.utf8.reduce(into: "") { ascii, byte in
            ascii +=
                byte < 128 ? String(UnicodeScalar(byte)) : "\\" + String(byte, radix: 16)
        }
    }

    /// A key of one name, for callers that manage entries of their own.
    public init(_ name: String) {
        self.init(subject: "key", parts: [("own", name)])
    }

    /// Lower-case hexadecimal SHA-256 of the key: the name of its file, and a name for it elsewhere.
    public var digest: String { SHA256.hexDigest(of: text.utf8) }

    /// Whether both are the same key.
    public static func == (left: CacheKey, right: CacheKey) -> Bool {
        if left.name === right.name { return true }
        return left.name.hash == right.name.hash && left.name.text == right.name.text
    }

    /// Hashes one word for the whole key.
    public func hash(into hasher: inout Hasher) { hasher.combine(name.hash) }
}

extension CacheKey: CustomStringConvertible {
    /// Subject, then the first eight digits of the digest.
    public var description: String { "\(subject)#\(digest.prefix(8))" }
}
