/// How many loads a task is inside of.
enum LoadDepth {
    @TaskLocal private static var depth = 0

    /// Refuses a load inside of too many.
    ///
    /// - Throws: ``LoadFailure/tooDeep``.
    static func check() throws(LoadFailure) {
        guard depth < LoadFailure.maxDepth else { throw LoadFailure.tooDeep }
    }

    /// Runs a load one level deeper.
    static func deeper<Result>(_ load: () async throws -> Result) async throws -> Result {
        try await $depth.withValue(depth + 1, operation: load)
    }
}
