/// How many loads a task is inside of.
enum LoadDepth {
    @TaskLocal private static var depth = 0

    /// Runs a load one level deeper.
    ///
    /// - Throws: What `load` throws, and ``LoadFailure/tooDeep``.
    static func deeper<Result>(_ load: () async throws -> Result) async throws -> Result {
        guard depth < LoadFailure.maxDepth else { throw LoadFailure.tooDeep }
        return try await $depth.withValue(depth + 1, operation: load)
    }
}
