/// The accepted media types, such as `image/png` and `image/*`; none for any.
///
/// By default the bytes alone decide, since a server's type is only a hint. This option refuses
/// other types, such as an error in JSON, before the body is read. A response without a type is
/// refused too; responses of files and data are accepted.
public enum AcceptedMediaTypes: ImageOption {
    /// `mediatypes`.
    public static let name = "mediatypes"
    /// No types: any is accepted, or none at all.
    public static let defaultValue: [String] = []
    /// `bytes`: a response that this list refuses must not come from the cache.
    public static let effect = OptionEffect.bytes
}

/// The accepted statuses; with any other the load ends before its body is read.
///
/// ```swift
/// // A server that sends its "not found" image with status 404.
/// request.options[AcceptedStatuses.self] = StatusSet(200...299, 404...404)
/// ```
///
/// Responses of files and data have no status and are accepted. Status 304 is not one of this set:
/// it confirms cached bytes.
public enum AcceptedStatuses: ImageOption {
    /// `statuses`.
    public static let name = "statuses"
    /// 200 to 299.
    public static let defaultValue = StatusSet.success
    /// `bytes`: another set may accept a response that this one refuses.
    public static let effect = OptionEffect.bytes
}

/// `true` if a URL string may name a file of this machine; `false` by default.
///
/// For a path that the program itself chose, use ``ImageSource/file(_:)``.
public enum AllowsFileURLs: ImageOption {
    /// `allows-file-urls`.
    public static let name = "allows-file-urls"
    /// `false`.
    public static let defaultValue = false
    /// `delivery`: the bytes are the same.
    public static let effect = OptionEffect.delivery
}

/// `true` to load even if ``NegativeCache`` remembers a failure; a success removes the failure.
public enum RetriesFailed: ImageOption {
    /// `retriesfailed`.
    public static let name = "retriesfailed"
    /// `false`: a remembered failure is the result.
    public static let defaultValue = false
    /// `delivery`: the image is the same.
    public static let effect = OptionEffect.delivery
}

/// The longest time that a caller waits in total; other callers of the shared work go on.
///
/// With zero or less, such as the rest of a deadline, only memory can answer; nothing is loaded.
///
/// Under a ``NetworkPolicy`` its ``NetworkPolicy/totalTimeout`` holds for requests that do not set
/// the option.
public enum TotalTimeout: ImageOption {
    /// `timeout`.
    public static let name = "timeout"
    /// No limit.
    public static let defaultValue: Duration? = nil
    /// `delivery`: the image is the same.
    public static let effect = OptionEffect.delivery
}

/// The most bytes of a body for this caller, if that is less than ``LoadLimits/maxBodyBytes``.
///
/// As soon as more are announced, or arrive, the caller gets a failure of kind
/// ``LoadFailure/Kind/tooLarge``; other callers of the transfer go on. Cached bytes are not
/// limited.
public enum MaxBodyBytes: ImageOption {
    /// `maxbodybytes`.
    public static let name = "maxbodybytes"
    /// Only the pipeline's limit.
    public static let defaultValue: Int? = nil
    /// `delivery`: the image is the same.
    public static let effect = OptionEffect.delivery
}

/// The caches that may answer.
public enum CachePolicy: String, Hashable, Sendable, CaseIterable, Spellable {
    /// Memory, then disk, then the origin.
    ///
    /// A stale image is confirmed by the origin, or loaded again; if the origin fails, it may be
    /// used (``StaleIfError``).
    case normal
    /// The origin, which confirms or replaces cached bytes even if they are fresh.
    case refresh
    /// Memory and disk only; without a hit the load ends with ``ImageError/notCached``.
    case onlyIfCached
    /// The origin only; caches are neither read nor written.
    case bypass
}

extension CachePolicy: ImageOption {
    /// `cache`.
    public static let name = "cache"
    /// Memory, then disk, then the origin.
    public static let defaultValue = CachePolicy.normal
    /// `delivery`: the image is the same.
    public static let effect = OptionEffect.delivery
}
