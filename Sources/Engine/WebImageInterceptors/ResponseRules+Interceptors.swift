public import WebImageLoading

extension ResponseRules {
    /// The interceptor that refuses responses by their header fields; none without such a rule.
    ///
    /// As the last of a list it also gets the first responses of `.twoStepURL`.
    public var interceptors: [any LoadInterceptor] {
        rejectedHeaders.isEmpty
            ? [] : [BuiltInInterceptor(FilterResponse.rejecting(rejectedHeaders))]
    }
}
