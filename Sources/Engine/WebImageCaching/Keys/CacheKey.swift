import Synchronization

/// The parts of a key, compared as they are and written as text only if the text is asked for.
///
/// Equal contents have equal texts. An object, since its type is then known at a glance.
package protocol KeyContent: AnyObject, Sendable {
    /// The text that a log line may show: a URL without query, user and fragment.
    var subject: String { get }
    /// The named parts of the text, in order; distinct parts give distinct texts.
    var parts: [(name: String, value: String)] { get }
    /// `true` if the other content is of this type and equal.
    func isEqual(to other: any KeyContent) -> Bool
    func hash(into hasher: inout Hasher)
}

/// The full name of encoded bytes or of an image made from them; equal only for equal content.
///
/// Its description shows neither query nor headers; secrets are in the key as digests only.
///
/// Copies share one object. The hash is made once and seeded anew in each process, so that
/// colliding keys cannot be chosen; a look-up need not read the object. The text is written on
/// demand, for a disk cache or an observer.
public struct CacheKey: Hashable, Sendable {
    private final class Name: Sendable {
        let content: any KeyContent
        private let written = Mutex("")

        init(_ content: any KeyContent) { self.content = content }

        var text: String {
            written.withLock { written in
                if written.isEmpty { written = CacheKey.text(of: content.parts) }
                return written
            }
        }
    }

    /// Parts that were given as text.
    private final class Parts: KeyContent {
        let subject: String
        let parts: [(name: String, value: String)]

        init(_ subject: String, _ parts: [(name: String, value: String)]) {
            (self.subject, self.parts) = (subject, parts)
        }

        func isEqual(to other: any KeyContent) -> Bool {
            guard let other = other as? Parts else { return false }
            return parts.elementsEqual(other.parts) {
                $0.name.hasBytes(of: $1.name) && $0.value.hasBytes(of: $1.value)
            }
        }

        func hash(into hasher: inout Hasher) {
            for part in parts { part.value.hashBytes(into: &hasher) }
        }
    }

    private let name: Name
    /// The hash of the content, the same for equal keys of one process.
    let hashWord: Int

    /// The whole key, each part length-prefixed; a disk entry stores it, and each read compares it.
    package var text: String { name.text }
    private var subject: String { name.content.subject }

    /// A key of some content; equal to keys of equal contents of the same type.
    package init(_ content: any KeyContent) {
        var hasher = Hasher()
        content.hash(into: &hasher)
        hashWord = hasher.finalize()
        name = Name(content)
    }

    /// A key of named parts, in the given order; distinct parts give distinct keys.
    ///
    /// - Parameter subject: The text that a log line may show.
    package init(subject: String, parts: [(name: String, value: String)]) {
        self.init(Parts(subject, parts))
    }

    /// Creates a key of one name, for entries of the caller's own.
    public init(_ name: String) { self.init(subject: "key", parts: [("own", name)]) }

    private static func text(of parts: [(name: String, value: String)]) -> String {
        let plain = parts.reduce(into: "") { key, part in
            key += "\(part.name.utf8.count):\(part.name)=\(part.value.utf8.count):\(part.value);"
        }
        return plain.utf8.allSatisfy { $0 < 128 } ? plain : asciiOnly(plain)
    }

    /// Writes every byte outside of ASCII as `\xx`.
    ///
    /// Distinct keys stay distinct: the lengths in the text count the bytes before.
    private static func asciiOnly(_ text: String) -> String {
        text.utf8.reduce(into: "") { ascii, byte in
            ascii +=
                byte < 128 ? String(UnicodeScalar(byte)) : "\\" + String(byte, radix: 16)
        }
    }

    package var sha256: SHA256.Digest {
        var text = text
        // Safe because the digest reads only the bytes it is given, during the call.
        return text.withUTF8 { unsafe SHA256.digest(of: UnsafeRawBufferPointer($0)) }
    }

    /// Lower-case hexadecimal SHA-256 of the key: the name of its file, and a name for it
    /// elsewhere.
    public var digest: String { SHA256.hexDigest(of: text.utf8) }

    /// Returns `true` if both are the same key.
    public static func == (left: CacheKey, right: CacheKey) -> Bool {
        if left.name === right.name { return true }
        return left.hashWord == right.hashWord
            && left.name.content.isEqual(to: right.name.content)
    }

    /// Hashes one word for the whole key.
    public func hash(into hasher: inout Hasher) { hasher.combine(hashWord) }
}

extension CacheKey: CustomStringConvertible {
    /// Subject, then the first eight digits of the digest.
    public var description: String { "\(subject)#\(digest.prefix(8))" }
}

extension SHA256.Digest {
    /// The part of a cache folder that holds the entry of this digest: the first byte.
    var part: Int { Int(self[0] >> 24) }
}
