import FoundationEssentials
import WebImage

/// One entry of the disk cache.
struct CacheEntryReport {
    /// The URL as it is in the key; the whole key if it has none.
    let url: String
    /// `true` for a file that `get` made.
    private let isResult: Bool
    private let mediaType: String?
    private let byteCount: Int
    private let storedAt: Date
    private let expires: Date?

    init(key: String, _ head: EntryHead, byteCount: Int, isResult: Bool) {
        self.isResult = isResult
        url = Self.url(of: key)
        mediaType = head.mediaType
        self.byteCount = byteCount
        storedAt = head.storedAt
        expires = head.expires
    }

    /// The place in a list: by URL, results after what they were made of.
    var place: (String, Int) { (url, isResult ? 1 : 0) }

    /// `true` for a list of responses to one URL, which is no picture.
    var isList: Bool { mediaType == "application/x-webimage-alternates" }

    /// Returns the first part of a key, `3:url=25:https://example.com/a.png;`; all of it if that is
    /// no URL.
    static func url(of key: String) -> String {
        let mark = "3:url="
        guard key.hasPrefix(mark) else { return key }
        let rest = key.utf8.dropFirst(mark.utf8.count)
        guard let colon = rest.firstIndex(of: 58), let count = Int(String(rest[..<colon]) ?? "")
        else { return key }
        return String(rest[rest.index(after: colon)...].prefix(count)) ?? key
    }

    /// The line for `--json`; times in seconds.
    var json: JSONValue {
        let now = Date()
        return .object([
            ("url", .text(Source(url).label)), ("bytes", .number(byteCount)),
            ("media_type", mediaType.map { .text($0) } ?? .null), ("result", .bool(isResult)),
            ("age_s", .number(Self.seconds(from: storedAt, to: now))),
            ("fresh_for_s", expires.map { .number(Self.seconds(from: now, to: $0)) } ?? .null),
        ])
    }

    /// The line of text.
    var line: String {
        let now = Date()
        let age = Self.words(Self.seconds(from: storedAt, to: now))
        let rest = expires.map { Self.seconds(from: now, to: $0) }
        let freshness = rest.map { $0 > 0 ? ", fresh for \(Self.words($0))" : ", stale" } ?? ""
        return "\(Source(url).display): \(byteCount) bytes, \(mediaType?.printable ?? "unknown"), "
            + (isResult ? "a result, " : "") + "\(age) old\(freshness)"
    }

    /// Returns whole seconds, at most a hundred years.
    private static func seconds(from start: Date, to end: Date) -> Int {
        Int(min(max(end.timeIntervalSince(start), -3.2e9), 3.2e9))
    }

    private static func words(_ seconds: Int) -> String {
        switch seconds {
        case ..<120: "\(max(seconds, 0)) s"
        case ..<7200: "\(seconds / 60) min"
        case ..<172_800: "\(seconds / 3600) h"
        default: "\(seconds / 86_400) days"
        }
    }
}
