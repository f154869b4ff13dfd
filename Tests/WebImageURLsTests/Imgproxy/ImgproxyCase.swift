import Foundation
import TestSupport
import WebImageCaching
import WebImageCoding
import WebImagePixels
import WebImageURLs

/// A request of the acceptance data of imgproxy, and what a server answers.
struct ImgproxyCase: Sendable, CustomStringConvertible {
    let id: String
    let group: String
    let isQuirk: Bool
    /// The variables of the server, filled in.
    let environment: [String: String]
    /// The target, filled in and signed; behind the prefix of the server's paths.
    let target: String
    let method: String
    /// The name of the source's picture.
    let image: String
    /// The statuses that are right; none if the start fails.
    let statuses: [Int]
    let size: PixelSize?
    let startFails: Bool
    /// The expression that the address fulfils which the origin is asked for.
    let originPath: String?

    /// `true` if the request is one of a picture.
    var isForGrammar: Bool {
        !["metrics", "routes", "startup"].contains(group) && method == "GET" && target != "/health"
            && !target.isEmpty
    }

    var description: String { "\(id) \(target)" }

    /// The time of all requests, in seconds since 1970.
    static let now = 1_900_000_000

    /// All cases; none without the data.
    static let all: [ImgproxyCase] = {
        let file = Corpus.folder.deletingLastPathComponent()
            .appending(path: "acceptance/server/imgproxy-cases.jsonl")
        guard let text = try? String(contentsOf: file, encoding: .utf8) else { return [] }
        return text.split(separator: "\n").compactMap { line in
            let object = try? JSONSerialization.jsonObject(with: Data(line.utf8))
            return (object as? [String: Any]).flatMap(ImgproxyCase.init)
        }
    }()

    private init?(_ row: [String: Any]) {
        guard let id = row["id"] as? String, let group = row["group"] as? String,
            let request = row["request"] as? [String: Any],
            let path = request["path"] as? String, let expected = row["expect"] as? [String: Any]
        else { return nil }
        (self.id, self.group) = (id, group)
        isQuirk = row["quirk"] as? Bool ?? false
        let source = row["source"] as? [String: Any] ?? [:]
        image = source["image"] as? String ?? ""
        let words = CaseWords(
            id: id, file: source["file"] as? String ?? CaseWords.file(of: image), now: Self.now)
        environment = (row["env"] as? [String: String] ?? [:]).mapValues(words.filled)
        method = request["method"] as? String ?? "GET"
        let signed = Self.signed(
            words.filled(path), request["sign"] as? [String: Any] ?? [:], words, environment)
        let prefix = environment["IMGPROXY_PATH_PREFIX"] ?? ""
        target = signed.hasPrefix(prefix) ? String(signed.dropFirst(prefix.count)) : ""
        switch expected["status"] {
        case let status as Int: statuses = [status]
        case let several as [Int]: statuses = several
        default: statuses = []
        }
        startFails = expected["start"] as? String == "fail"
        originPath = (expected["origin"] as? [String: Any])?["path"] as? String
        if let width = expected["width"] as? Int, let height = expected["height"] as? Int {
            size = PixelSize(width, height)
        } else {
            size = nil
        }
    }

    /// Returns the path with the signature of what follows it, or of another text.
    private static func signed(
        _ path: String, _ sign: [String: Any], _ words: CaseWords, _ environment: [String: String]
    ) -> String {
        guard let place = path.range(of: "{sig}") else { return path }
        let first = { (name: String) in
            (environment[name] ?? "").split(separator: ",").first.map(String.init) ?? ""
        }
        let key = sign["key"] as? String ?? first("IMGPROXY_KEY")
        let salt = sign["salt"] as? String ?? first("IMGPROXY_SALT")
        let size = sign["size"] as? Int ?? Int(first("IMGPROXY_SIGNATURE_SIZE")) ?? 32
        let rest =
            (sign["path"] as? String).map(words.filled)
            ?? String(path[place.upperBound...].prefix { $0 != "?" })
        let code = HMAC.sha256(of: bytes(salt) + Array(rest.utf8), key: bytes(key))
        return path.replacingCharacters(in: place, with: Base64URL.encode(code.prefix(size)))
    }

    private static func bytes(_ hex: String) -> [UInt8] {
        stride(from: 0, to: hex.count, by: 2).compactMap {
            UInt8(hex.dropFirst($0).prefix(2), radix: 16)
        }
    }
}

extension ImgproxyCase {
    /// The upright size of the source, by the name of its picture; nil if that has none.
    func sourceSize(isUpright: Bool) -> PixelSize? {
        if let digit = image.last, image.hasPrefix("jpg-exif") {
            let stored = Int(String(digit)).flatMap(Orientation.init) ?? .up
            return isUpright ? PixelSize(200, 100) : stored.upright(PixelSize(200, 100))
        }
        let sides = image.split(separator: "-").last?.split(separator: "x").compactMap { Int($0) }
        guard let sides, sides.count == 2 else { return nil }
        return PixelSize(sides[0], sides[1])
    }
}
