/// How prefetching one URL ended.
@nonexhaustive
public enum PrefetchOutcome: Sendable {
    /// It was loaded, so many encoded bytes, and is kept.
    case done(byteCount: Int)
    /// It was in a cache already, as its origin has it if that was asked.
    case skipped
    /// It could not be loaded or kept.
    case failed(ImageError)
    /// It was cancelled.
    case cancelled
}

/// One URL of a batch, and how it ended.
public struct PrefetchResult: Sendable {
    /// What was asked for.
    public let request: ImageRequest
    /// How it ended.
    public let outcome: PrefetchOutcome
}

/// What a prefetched picture is kept as.
public enum PrefetchTarget: Hashable, Sendable, CaseIterable {
    /// Encoded bytes on disk, which need no decoding; in memory where there is no disk cache.
    case disk
    /// Pixels in memory, and encoded bytes on disk, as far as ``StorePolicy`` says.
    case memory
}
