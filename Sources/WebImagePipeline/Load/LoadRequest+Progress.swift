extension LoadRequest {
    /// Tells those who wait how much has arrived, where an interceptor takes in a body itself.
    ///
    /// Only for an answer that ``LoadedBody/comesAtOnce``: of others the pipeline counts the bytes.
    public func tellProgress(_ progress: LoadProgress) {
        attributes[ProgressListener.self]?(progress)
    }
}

/// Who is told of progress; nil outside of a pipeline.
enum ProgressListener: LoadAttribute {
    static let defaultValue: (@Sendable (LoadProgress) -> Void)? = nil
}
