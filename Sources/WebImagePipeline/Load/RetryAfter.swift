import FoundationEssentials
import WebImageCaching

/// `Retry-After` (RFC 9110, section 10.2.3): seconds or a date.
enum RetryAfter {
    /// How long the server asks to wait; nil if it doesn't say, or says nothing that can be read.
    static func delay(in head: ResponseHead?, date: Date) -> Duration? {
        guard let field = head?.headers["Retry-After"]?.trimmingSpaces else { return nil }
        if let seconds = CacheDirectives.seconds(field) { return .seconds(seconds) }
        guard let moment = HTTPDate.parse(field, now: date) else { return nil }
        return .seconds(max(0, moment.timeIntervalSince(date)))
    }
}
