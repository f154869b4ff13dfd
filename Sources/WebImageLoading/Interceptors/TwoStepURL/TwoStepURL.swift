import Synchronization
import WebImageCaching

/// Loads pictures in two steps: the URL answers with text, which is the URL of the picture.
///
/// ```swift
/// pipeline.interceptors = [TwoStepURL(.prefix("https://api.example.com/pictures/"))]
/// ```
///
/// The real URL is a secret: keys, caches, events and errors know the picture by the URL that was
/// asked for. Each step runs through the rest of the chain, so what stands behind this interceptor
/// (a filter, a retry, authentication) sees both of them, what stands before it sees one load.
///
/// Both steps run in the one transfer slot of the load: a load that has begun never waits for a
/// second slot, so pairs can't starve or block each other, and pairs begin in the order of the gate.
public struct TwoStepURL: LoadInterceptor {
    /// Which URLs are resolved; those that answers name too.
    public let rule: Rule
    /// How long one first step may take to its last byte.
    public let stepTimeout: Duration
    /// How many first steps may follow each other before the picture.
    public let maxSteps: Int
    /// The most bytes a first step may answer with.
    public let maxTextBytes: Int

    private let reading: Reading
    private let memory: TwoStepURLMemory
    private let clock: LoadClock

    /// An interceptor that resolves the URLs of a rule.
    ///
    /// - Parameters:
    ///   - rule: Which URLs are resolved.
    ///   - stepTimeout: How long one first step may take to its last byte.
    ///   - maxSteps: How many first steps may follow each other before the picture.
    ///   - maxTextBytes: The most bytes a first step may answer with.
    ///   - maxRemembered: How many answers that may be cached are remembered, 0 for none.
    ///   - clock: Measures the time of a step, and the lifetime of answers.
    ///   - reading: Finds the URL in an answer that is more than that, such as JSON; nil where
    ///     there is none.
    public init(
        _ rule: Rule, stepTimeout: Duration = .seconds(5), maxSteps: Int = 3,
        maxTextBytes: Int = 8 << 10, maxRemembered: Int = 256, clock: LoadClock = .system,
        reading: (@Sendable (String) -> String?)? = nil
    ) {
        self.rule = rule
        self.stepTimeout = stepTimeout
        self.maxSteps = max(1, maxSteps)
        self.maxTextBytes = max(0, maxTextBytes)
        self.clock = clock
        self.reading = Reading(reading)
        memory = TwoStepURLMemory(capacity: maxRemembered)
    }

    /// Rule, limits and reading: loads share a flight only where these are the same.
    public var identity: String {
        "resolve-url(\(rule.identity),\(stepTimeout.spelling),\(maxSteps),\(maxTextBytes),"
            + "\(reading.identity))"
    }

    /// Loads the picture behind the URL; a URL outside of the rule passes through untouched.
    ///
    /// - Throws: ``LoadFailure`` of the step that failed: `status`, `timedOut`, `tooLarge`,
    ///   `truncated` or `unresolved` for a first one; for the last one whatever it threw, without
    ///   the real URL.
    public func intercept(_ request: LoadRequest, next: NextLoad) async throws -> LoadedBody {
        guard let asked = TwoStepURLPlace(request.source), rule.matches(asked.url) else {
            return try await next(request)
        }
        var path = TwoStepURLPath(from: asked, request)
        for _ in 0..<maxSteps {
            let target = try await target(of: &path, next)
            try path.go(to: target)
            if !rule.matches(target.url) { return try await picture(at: target, path, next) }
        }
        throw LoadFailure(.unresolved, "\(asked): still no picture after \(maxSteps) steps")
    }

    /// Where a first step leads, remembered or asked for.
    private func target(of path: inout TwoStepURLPath, _ next: NextLoad) async throws -> HTTPAddress
    {
        let key = TwoStepURLMemory.Key(path.request)
        let policy = path.request.options[CachePolicy.self]
        if let key { path.keys.append(key) }
        if policy == .normal, let key, let known = memory.target(of: key, at: clock.date()) {
            return known
        }
        let step = TwoStepURLStep(
            timeout: stepTimeout, maxTextBytes: maxTextBytes, read: reading.read, clock: clock)
        let tell = path.request.attributes[FirstStepListener.self]
        tell?(.began)
        let (target, answer): (HTTPAddress, StoredResponse)
        do {
            (target, answer) = try await step.run(path.firstStep, next)
        } catch {
            let error = path.told(error)
            tell?(.ended(error))
            throw error
        }
        tell?(.ended(nil))
        if policy != .bypass, let key {
            memory.remember(target, for: key, until: answer.statedExpiry)
        }
        return target
    }

    /// The last step, told as if the URL that was asked for had answered.
    private func picture(
        at target: HTTPAddress, _ path: TwoStepURLPath, _ next: NextLoad
    ) async throws -> LoadedBody {
        do {
            let answer = try await next(path.request)
            // A real URL that is no longer good is worth nothing: the next load asks again.
            if Self.isGone(answer.head.status) { memory.forget(path.keys) }
            return TwoStepURLMask(secret: target, shown: path.asked)(answer)
        } catch {
            let failure = (error as? RestartLoad)?.cause ?? LoadFailure(thrown: error)
            if let status = failure?.status, Self.isGone(status) { memory.forget(path.keys) }
            throw path.told(error)
        }
    }

    private static func isGone(_ status: Int) -> Bool { [401, 403, 404, 410].contains(status) }
}

extension TwoStepURL {
    /// How the URL is found in the text of an answer.
    private struct Reading: Sendable {
        let identity: String
        let read: @Sendable (String) -> String?

        init(_ read: (@Sendable (String) -> String?)?) {
            self.read = read ?? { $0 }
            identity = read == nil ? "text" : ClosureName.next()
        }
    }
}

/// Names for closures, which can't be compared.
enum ClosureName {
    private static let count = Atomic<UInt64>(0)

    /// A name that no other closure has.
    static func next() -> String {
        "closure \(count.wrappingAdd(1, ordering: .relaxed).newValue)"
    }
}
