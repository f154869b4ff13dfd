extension LoadFailure {
    /// How many loads may be inside of each other.
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
