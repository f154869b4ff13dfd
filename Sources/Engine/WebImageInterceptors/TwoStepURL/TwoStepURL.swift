import WebImageCaching
package import WebImageLoading

/// A load of images in two steps: the URL answers with text, which is the URL of the image.
///
/// Both steps run in the one transfer slot of the load. A load that has begun never waits for a
/// second slot: pairs cannot block each other, and begin in the order of the gate.
package struct TwoStepURL: LoadInterceptor {
    package let rule: TwoStepURLRule
    package let stepTimeout: Duration
    package let maxSteps: Int
    package let maxTextBytes: Int

    private let place: TwoStepURLReading
    private let readingIdentity: String
    private let read: @Sendable (String) -> String?
    private let memory: TwoStepURLMemory
    private let clock: LoadClock

    package init(
        _ rule: TwoStepURLRule, from place: TwoStepURLReading = .text,
        stepTimeout: Duration = .seconds(5), maxSteps: Int = 3,
        maxTextBytes: Int = 8 << 10, maxRemembered: Int = 256, clock: LoadClock = .system,
        reading: (@Sendable (String) -> String?)? = nil
    ) {
        self.rule = rule
        self.place = place
        self.stepTimeout = stepTimeout
        self.maxSteps = max(1, maxSteps)
        self.maxTextBytes = max(0, maxTextBytes)
        self.clock = clock
        read = reading ?? { $0 }
        readingIdentity = reading == nil ? "text" : TwoStepURLRule.nextClosureName()
        memory = TwoStepURLMemory(capacity: maxRemembered)
    }

    /// Rule, limits and reading: loads are shared only if these are the same.
    package var identity: String {
        "resolve-url(\(rule.identity),\(stepTimeout.spelling),\(maxSteps),\(maxTextBytes),"
            + "\(readingIdentity)\(place.identity.map { ",\($0)" } ?? ""))"
    }

    // Another part of the response names another image.
    package var effect: OptionEffect { place.identity == nil ? .delivery : .bytes }

    /// Loads the image behind the URL; passes other URLs on.
    package func intercept(_ request: LoadRequest, next: NextLoad) async throws -> LoadedBody {
        guard var path = TwoStepURLPath(request), rule.matches(path.asked) else {
            return try await next(request)
        }
        for _ in 0..<maxSteps {
            let target = try await target(of: &path, next)
            try path.go(to: target)
            if !rule.matches(target.url) { return try await image(at: target, path, next) }
        }
        throw LoadFailure(.unresolved, "\(path.name): no image URL after \(maxSteps) steps")
    }

    /// Returns the target of a first step, remembered or requested.
    private func target(
        of path: inout TwoStepURLPath, _ next: NextLoad
    ) async throws -> HTTPAddress {
        let key = TwoStepURLMemory.Key(path.request)
        let bypassesCaches = path.request.options.bypassesCaches
        if let key { path.keys.append(key) }
        if path.request.options.cachePolicy != .refresh, !bypassesCaches, let key,
            let known = memory.target(of: key, at: clock.date())
        {
            return known
        }
        let step = TwoStepURLStep(
            timeout: stepTimeout, maxTextBytes: maxTextBytes, place: place, read: read,
            clock: clock)
        let tell = path.request.attributes[FirstStepListener.self]
        tell?(.began)
        let (target, response): (HTTPAddress, StoredResponse)
        do {
            (target, response) = try await step.run(path.firstStep, next)
        } catch {
            let error = path.masked(error)
            tell?(.ended(error))
            throw error
        }
        tell?(.ended(nil))
        if !bypassesCaches, let key {
            memory.remember(target, for: key, until: response.statedExpiry)
        }
        return target
    }

    /// Returns the response of the last step as if the requested URL had sent it.
    private func image(
        at target: HTTPAddress, _ path: TwoStepURLPath, _ next: NextLoad
    ) async throws -> LoadedBody {
        do {
            let response = try await next(path.request)
            // A real URL that is no longer valid is forgotten: the next load requests a new one.
            if Self.isGone(response.head.status) { memory.forget(path.keys) }
            return TwoStepURLMask(secret: target, shown: path.asked)(response)
        } catch {
            let failure = (error as? RestartLoad)?.cause ?? LoadFailure(thrown: error)
            if let status = failure?.status, Self.isGone(status) { memory.forget(path.keys) }
            throw path.masked(error)
        }
    }

    private static func isGone(_ status: Int) -> Bool { [401, 403, 404, 410].contains(status) }
}
