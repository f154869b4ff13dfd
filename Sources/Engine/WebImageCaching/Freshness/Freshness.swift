package import FoundationEssentials

/// The kind of a cache by its users (RFC 9111, section 1).
public enum CacheMode: String, Hashable, Sendable, CaseIterable {
    /// A cache of one user, as in a program on a desk.
    case `private`
    /// A cache of many users, as in a server: obeys `private`, `s-maxage` and `Authorization`.
    case shared
}

/// The judgement on a stored response for a request now (RFC 9111, section 4): a pure value for the
/// memory, disk and store stages.
package enum Freshness: Hashable, Sendable {
    /// The response may be used.
    case fresh
    /// The origin has to be asked, but for the uses that ``Staleness`` still allows.
    case stale(Staleness)
    /// The response must not be used, and the origin cannot confirm it.
    case unusable

    /// Judges a stored response.
    ///
    /// - Parameter request: The fields that would be sent.
    package init(
        stored: StoredResponse, request: HeaderFields, now: Date, mode: CacheMode = .private
    ) {
        let validators = Validators(of: stored, for: request)
        guard stored.mayBeKept(mode: mode) else {
            self = .unusable
            return
        }
        guard stored.isSelected(by: request) else {
            // Another image may be right; only the origin can confirm that it is this one.
            self =
                validators.isEmpty
                ? .unusable : .stale(Staleness(seconds: 0, validators, rules: nil))
            return
        }
        let rules = StaleRules(stored, mode: mode)
        let wish = RequestDirectives(request)
        let age = stored.age(at: now)
        // After a clock was set back a response would be fresh until the clock has made up for it.
        let remaining =
            stored.record.isAhead(of: now)
            ? 0 : stored.lifetime(mode: mode).map { $0 - age } ?? .infinity
        if wish.isSatisfied(age: age, remaining: remaining, rules) {
            self = .fresh
        } else {
            // The origin's permissions do not matter if the request wants a fresher response.
            let isUnwanted =
                wish.isNoCache || remaining > 0 || wish.maxAge.map { age > $0 } ?? false
            self = .stale(
                Staleness(seconds: -remaining, validators, rules: isUnwanted ? nil : rules))
        }
    }
}

/// The directives of a response about its stale use.
struct StaleRules {
    /// `true` if it must never be used stale (RFC 9111, section 4.2.4).
    let isForbidden: Bool
    /// `true` if it does not change while it is fresh (RFC 8246).
    let isImmutable: Bool
    /// `true` in the cache of one user.
    let isPrivate: Bool
    /// `stale-while-revalidate`, in seconds.
    let meanwhileSeconds: Double
    /// `stale-if-error`, in seconds; nil without the directive.
    let errorSeconds: Double?

    init(_ stored: StoredResponse, mode: CacheMode) {
        let directives = stored.directives
        let names = ["no-cache", "must-revalidate"]
        let sharedNames = mode == .shared ? ["proxy-revalidate", "s-maxage"] : []
        isForbidden = (names + sharedNames).contains(where: directives.contains)
        isImmutable = directives.contains("immutable")
        isPrivate = mode == .private
        meanwhileSeconds = directives.seconds("stale-while-revalidate").map(Double.init) ?? 0
        errorSeconds = directives.seconds("stale-if-error").map(Double.init)
    }
}

extension RequestDirectives {
    /// Returns `true` if the request accepts a response of this age that stays fresh for
    /// `remaining`.
    fileprivate func isSatisfied(age: Double, remaining: Double, _ rules: StaleRules) -> Bool {
        guard !isNoCache else { return false }
        // To load an immutable response again gains nothing.
        let isFinal = rules.isImmutable && remaining > 0
        if let maxAge, age > maxAge, !isFinal { return false }
        if remaining > 0, remaining >= minFresh ?? 0 { return true }
        guard let maxStale, !rules.isForbidden else { return false }
        return minFresh == nil && -remaining <= maxStale
    }
}

/// The uses that remain of a stale response.
package struct Staleness: Hashable, Sendable {
    /// The seconds since it was fresh; below 0 if only the request wants a fresher one.
    package let seconds: Double
    /// The conditions that ask the origin if it is still good; empty if it has no validator.
    package let validators: Validators
    /// `true` if it may be used at once while the origin is asked (RFC 5861, section 3).
    package let mayAnswerMeanwhile: Bool
    /// `true` if a program that ignores the response's age may use it at once.
    ///
    /// The response then fits the request, which itself sets no age, and the cache is private.
    package let mayAnswerFirst: Bool
    /// The seconds of staleness that the response itself allows if the origin fails (RFC 5861,
    /// section 4): 0 if it forbids that, nil if it says nothing.
    package let errorSeconds: Double?

    /// The uses that these rules allow; none without rules.
    fileprivate init(seconds: Double, _ validators: Validators, rules: StaleRules?) {
        mayAnswerFirst = rules?.isPrivate ?? false
        let rules = rules.flatMap { $0.isForbidden ? nil : $0 }
        self.seconds = seconds
        self.validators = validators
        mayAnswerMeanwhile = rules.map { max(0, seconds) < $0.meanwhileSeconds } ?? false
        errorSeconds = rules.map(\.errorSeconds) ?? 0
    }

    /// Returns `true` if the response may stand in for an origin that fails.
    ///
    /// - Parameter limit: The longest staleness if the response says nothing; nil for none.
    package func mayStandIn(within limit: Duration?) -> Bool {
        guard let limit else { return false }
        return max(0, seconds) < errorSeconds ?? limit / .seconds(1)
    }
}
