import WebImageCaching
import WebImageRuntime

/// The number of loads that a task is inside of.
package enum LoadDepth {
    @TaskLocal private static var depth = 0

    /// Refuses a load inside of too many.
    ///
    /// - Throws: ``LoadFailure/tooDeep``.
    package static func check() throws(LoadFailure) {
        guard depth < LoadFailure.maxDepth else { throw LoadFailure.tooDeep }
    }

    /// Runs a load one level deeper.
    package static func deeper<Result>(_ load: () async throws -> Result) async throws -> Result {
        try await $depth.withValue(depth + 1, operation: load)
    }
}

extension LoadFailure: WorkFailure {
    /// The caller is no longer interested.
    static let cancelled = LoadFailure(.cancelled, "cancelled")

    /// The largest number of loads inside of each other.
    package static let maxDepth = 8

    /// An interceptor asks the pipeline for what the pipeline asks it for.
    static let recursion = LoadFailure(
        .recursion,
        "the load would wait for itself: an interceptor asked the pipeline for what it is part of "
            + "loading; `next` loads without interception")

    /// Interceptors that load through the pipeline, again and again.
    static let tooDeep = LoadFailure(
        .recursion,
        "interceptors asked the pipeline for more than \(maxDepth) loads inside of each other")
}
