import Synchronization
import WebImageCaching

/// Loads images in two steps: the URL answers with text, which is the URL of the image.
///
/// ```swift
/// pipeline.interceptors = [TwoStepURL(.prefix("https://api.example.com/pictures/"))]
/// ```
///
/// The real URL is a secret: keys, caches, events and errors have the requested URL only. Each step
/// runs through the rest of the chain: interceptors behind this one (a filter, a retry,
/// authentication) handle both steps, those before it one load.
///
/// Both steps run in the one transfer slot of the load. A load that has begun never waits for a
/// second slot: pairs cannot block each other, and begin in the order of the gate.
public struct TwoStepURL: LoadInterceptor {
    /// The URLs that are resolved, also those that responses name.
    public let rule: Rule
    /// The longest time of one first step, to its last byte.
    public let stepTimeout: Duration
    /// The most first steps before the image.
    public let maxSteps: Int
    /// The most bytes of a first step's response.
    public let maxTextBytes: Int

    private let readingIdentity: String
    private let read: @Sendable (String) -> String?
    private let memory: TwoStepURLMemory
    private let clock: LoadClock

    /// Creates an interceptor that resolves the URLs of a rule.
    ///
    /// - Parameters:
    ///   - rule: The URLs that are resolved.
    ///   - stepTimeout: The longest time of one first step, to its last byte.
    ///   - maxSteps: The most first steps before the image.
    ///   - maxTextBytes: The most bytes of a first step's response.
    ///   - maxRemembered: The most cacheable responses that are remembered, 0 for none; an entry is
    ///     evicted in as many steps.
    ///   - clock: Measures the time of a step, and the lifetime of responses.
    ///   - reading: Finds the URL in a response that has more text, such as JSON; returns nil if
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
        read = reading ?? { $0 }
        readingIdentity = reading == nil ? "text" : Rule.nextClosureName()
        memory = TwoStepURLMemory(capacity: maxRemembered)
    }

    /// Rule, limits and reading: loads are shared only if these are the same.
    public var identity: String {
        "resolve-url(\(rule.identity),\(stepTimeout.spelling),\(maxSteps),\(maxTextBytes),"
            + "\(readingIdentity))"
    }

    /// Loads the image behind the URL; passes other URLs on.
    ///
    /// - Throws: ``LoadFailure`` of the step that failed: `status`, `timedOut`, `tooLarge`,
    ///   `truncated` or `unresolved` for a first one; for the last one its own error, without
    ///   the real URL.
    public func intercept(_ request: LoadRequest, next: NextLoad) async throws -> LoadedBody {
        guard var path = TwoStepURLPath(request), rule.matches(path.asked) else {
            return try await next(request)
        }
        for _ in 0..<maxSteps {
            let target = try await target(of: &path, next)
            try path.go(to: target)
            if !rule.matches(target.url) { return try await image(at: target, path, next) }
        }
        throw LoadFailure(.unresolved, "\(path.name): still no picture after \(maxSteps) steps")
    }

    /// Returns the target of a first step, remembered or requested.
    private func target(
        of path: inout TwoStepURLPath, _ next: NextLoad
    ) async throws -> HTTPAddress {
        let key = TwoStepURLMemory.Key(path.request)
        let bypassesCaches = path.request.options.bypassesCaches
        if let key { path.keys.append(key) }
        if path.request.cachePolicy != .refresh, !bypassesCaches, let key,
            let known = memory.target(of: key, at: clock.date())
        {
            return known
        }
        let step = TwoStepURLStep(
            timeout: stepTimeout, maxTextBytes: maxTextBytes, read: read, clock: clock)
        let tell = path.request.attributes[FirstStepListener.self]
        tell?(.began)
        let (target, answer): (HTTPAddress, StoredResponse)
        do {
            (target, answer) = try await step.run(path.firstStep, next)
        } catch {
            let error = path.masked(error)
            tell?(.ended(error))
            throw error
        }
        tell?(.ended(nil))
        if !bypassesCaches, let key {
            memory.remember(target, for: key, until: answer.statedExpiry)
        }
        return target
    }

    /// Returns the response of the last step as if the requested URL had sent it.
    private func image(
        at target: HTTPAddress, _ path: TwoStepURLPath, _ next: NextLoad
    ) async throws -> LoadedBody {
        do {
            let answer = try await next(path.request)
            // A real URL that is no longer valid is forgotten: the next load requests a new one.
            if Self.isGone(answer.head.status) { memory.forget(path.keys) }
            return TwoStepURLMask(secret: target, shown: path.asked)(answer)
        } catch {
            let failure = (error as? RestartLoad)?.cause ?? LoadFailure(thrown: error)
            if let status = failure?.status, Self.isGone(status) { memory.forget(path.keys) }
            throw path.masked(error)
        }
    }

    private static func isGone(_ status: Int) -> Bool { [401, 403, 404, 410].contains(status) }
}

extension TwoStepURL {
    /// A condition for the URLs of first steps.
    public struct Rule: Sendable {
        private static let closureCount = Atomic<UInt64>(0)

        let identity: String
        private let body: @Sendable (String) -> Bool

        /// Creates a rule for URLs for which `matches` returns true; its argument is the URL
        /// without user and fragment.
        ///
        /// It is called for every load, from any thread, and must return soon.
        public init(_ matches: @escaping @Sendable (String) -> Bool) {
            self.init(identity: Self.nextClosureName(), matches)
        }

        private init(identity: String, _ body: @escaping @Sendable (String) -> Bool) {
            self.identity = identity
            self.body = body
        }

        /// Returns a rule for URLs of the same scheme, host and port whose path has the same
        /// prefix.
        ///
        /// For other schemes than http and https it is a prefix of the text.
        public static func prefix(_ prefix: String) -> Rule {
            guard let start = try? HTTPAddress(prefix) else {
                return Rule(identity: "prefix \(prefix.spelling)") { $0.hasPrefix(prefix) }
            }
            return Rule(identity: "prefix \(start.url.spelling)") { url in
                guard let address = try? HTTPAddress(url), address.origin == start.origin else {
                    return false
                }
                return address.url.utf8.starts(with: start.url.utf8)
            }
        }

        /// Returns a rule for URLs of that host, with any scheme and port.
        public static func host(_ host: String) -> Rule {
            let host = host.lowercased()
            return Rule(identity: "host \(host.spelling)") { url in
                (try? HTTPAddress(url))?.origin.host == host
            }
        }

        /// Returns `true` if a URL is one of a first step.
        public func matches(_ url: String) -> Bool { body(url) }

        /// Returns a name that no other closure has: closures cannot be compared.
        static func nextClosureName() -> String {
            "closure \(closureCount.wrappingAdd(1, ordering: .relaxed).newValue)"
        }
    }
}
