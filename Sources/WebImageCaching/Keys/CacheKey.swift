/// The full name of encoded bytes or of an image made from them; equal only for equal things.
///
/// Its description tells neither query nor headers; secrets are in the key as digests only.
///
/// Copies share one object. The hash is made once, seeded anew in each process, so that nobody can
/// choose keys that fall together; it lies beside the object, which a look-up need not read.
public struct CacheKey: Hashable, Sendable {
    private final class Name: Sendable {
        let text: String
        let subject: String

        init(text: String, subject: String) {
            self.text = text
            self.subject = subject
        }
    }

    private let name: Name
    /// The hash of the text, the same for equal keys of one process.
    let hashWord: Int

    /// The whole key, each part length-prefixed; stored inside a disk entry and compared on each read.
    package var text: String { name.text }
    private var subject: String { name.subject }

    /// A key of named parts, in the given order; distinct parts give distinct keys.
    ///
    /// - Parameter subject: What a log line may show: a URL without query, user and fragment.
    package init(subject: String, parts: [(name: String, value: String)]) {
        let plain = parts.reduce(into: "") { key, part in
            key += "\(part.name.utf8.count):\(part.name)=\(part.value.utf8.count):\(part.value);"
        }
        let text = plain.utf8.allSatisfy { $0 < 128 } ? plain : Self.asciiOnly(plain)
        name = Name(text: text, subject: subject)
        hashWord = text.hashValue
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
        return left.hashWord == right.hashWord && left.text == right.text
    }

    /// Hashes one word for the whole key.
    public func hash(into hasher: inout Hasher) { hasher.combine(hashWord) }
}

extension CacheKey: CustomStringConvertible {
    /// Subject, then the first eight digits of the digest.
    public var description: String { "\(subject)#\(digest.prefix(8))" }
}
