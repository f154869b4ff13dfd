public import FoundationEssentials

/// Whether a stored answer may answer a request now (RFC 9111, section 4): a pure value, which the
/// memory, disk and store stages consult.
public enum Freshness: Hashable, Sendable {
    /// It may.
    case fresh
    /// The origin has to be asked, but for what ``Staleness`` still allows.
    case stale(Staleness)
    /// It must not, and the origin can't confirm it either.
    case unusable

    /// Judges a stored answer.
    ///
    /// - Parameter request: The fields that would be sent.
    public init(
        stored: StoredResponse, request: HeaderFields, now: Date, mode: CacheMode = .private
    ) {
        let validators = Validators(of: stored, for: request)
        guard stored.mayBeKept(mode: mode) else {
            self = .unusable
            return
        }
        guard stored.isSelected(by: request) else {
            // Another picture may be right; only the origin can say that it is this one.
            self =
                validators.isEmpty
                ? .unusable : .stale(Staleness(seconds: 0, validators, rules: nil))
            return
        }
        let rules = StaleRules(stored, mode: mode)
        let wish = RequestDirectives(request)
        let age = stored.age(at: now)
        // After a clock was set back an answer would be fresh until the clock has made up for it.
        let remaining =
            stored.receipt.isAhead(of: now)
            ? 0 : stored.lifetime(mode: mode).map { $0 - age } ?? .infinity
        if wish.isSatisfied(age: age, remaining: remaining, rules) {
            self = .fresh
        } else {
            // What the origin allows is no matter where it is the request that wants better.
            let isUnwanted =
                wish.isNoCache || remaining > 0 || wish.maxAge.map { age > $0 } ?? false
            self = .stale(
                Staleness(seconds: -remaining, validators, rules: isUnwanted ? nil : rules))
        }
    }
}

/// What an answer says about being used stale.
struct StaleRules {
    /// Whether it must never be (RFC 9111, section 4.2.4).
    let isForbidden: Bool
    /// Whether it doesn't change while it is fresh (RFC 8246).
    let isImmutable: Bool
    /// `stale-while-revalidate`, in seconds.
    let meanwhileSeconds: Double
    /// `stale-if-error`, in seconds; nil where it isn't there.
    let errorSeconds: Double?

    init(_ stored: StoredResponse, mode: CacheMode) {
        let directives = stored.directives
        let names = ["no-cache", "must-revalidate"]
        let sharedNames = mode == .shared ? ["proxy-revalidate", "s-maxage"] : []
        isForbidden = (names + sharedNames).contains(where: directives.contains)
        isImmutable = directives.contains("immutable")
        meanwhileSeconds = directives.seconds("stale-while-revalidate").map(Double.init) ?? 0
        errorSeconds = directives.seconds("stale-if-error").map(Double.init)
    }
}

extension RequestDirectives {
    /// Whether an answer of that age, fresh for so long, is what the request wants.
    fileprivate func isSatisfied(age: Double, remaining: Double, _ rules: StaleRules) -> Bool {
        guard !isNoCache else { return false }
        // An answer that doesn't change gets no better by being loaded again.
        let isFinal = rules.isImmutable && remaining > 0
        if let maxAge, age > maxAge, !isFinal { return false }
        if remaining > 0, remaining >= minFresh ?? 0 { return true }
        guard let maxStale, !rules.isForbidden else { return false }
        return minFresh == nil && -remaining <= maxStale
    }
}

extension Staleness {
    /// What is allowed by these rules; nothing without any.
    fileprivate init(seconds: Double, _ validators: Validators, rules: StaleRules?) {
        let rules = rules.flatMap { $0.isForbidden ? nil : $0 }
        self.init(
            seconds: seconds, validators: validators,
            mayAnswerMeanwhile: rules.map { max(0, seconds) < $0.meanwhileSeconds } ?? false,
            errorSeconds: rules.map(\.errorSeconds) ?? 0)
    }
}

/// The uses that remain of a stale response.
public struct Staleness: Hashable, Sendable {
    /// For how many seconds it has not been fresh; below 0 if only the request wants a fresher one.
    public let seconds: Double
    /// The conditions that ask the origin if it is still good; empty if it has no validator.
    public let validators: Validators
    /// `true` if it may answer at once while the origin is asked (RFC 5861, section 3).
    public let mayAnswerMeanwhile: Bool
    /// The seconds of staleness that the response itself allows if the origin fails (RFC 5861,
    /// section 4): 0 where it forbids that, nil where it doesn't say.
    public let errorSeconds: Double?

    /// `true` if it may stand in for an origin that fails.
    ///
    /// - Parameter limit: How stale it may be where the answer doesn't say; nil for never.
    public func mayStandIn(within limit: Duration?) -> Bool {
        guard let limit else { return false }
        return max(0, seconds) < errorSeconds ?? limit / .seconds(1)
    }
}
