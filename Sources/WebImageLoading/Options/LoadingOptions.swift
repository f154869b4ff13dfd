import WebImageCaching

/// The media types that bring a picture, such as `image/png` and `image/*`; none for any.
///
/// A server's type is only a hint, and by default the bytes alone decide. Who sets this refuses what
/// is announced as something else, such as an error in JSON, before its body is read. An answer
/// without a type is refused too; answers of files and data are accepted.
public enum AcceptedMediaTypes: ImageOption {
    /// `mediatypes`.
    public static let name = "mediatypes"
    /// Any, or none at all.
    public static let defaultValue: [String] = []
    /// Other bytes: what another list refuses must not come from the cache.
    public static let effect = OptionEffect.bytes
}

/// The statuses that bring a picture; with any other the load ends before its body is read.
///
/// ```swift
/// // A server that sends its "not found" picture with status 404.
/// request.options[AcceptedStatuses.self] = StatusSet(200...299, 404...404)
/// ```
///
/// Answers of files and data have no status and are accepted. 304 is no status of this set: where
/// cached bytes exist it says that they are still good.
public enum AcceptedStatuses: ImageOption {
    /// `statuses`.
    public static let name = "statuses"
    /// 200 to 299.
    public static let defaultValue = StatusSet.success
    /// Other bytes: with another set a picture may come where an error was, or none.
    public static let effect = OptionEffect.bytes
}

/// `true` if a URL string may name a file of this machine; not unless the caller says so.
///
/// A path that the program itself chose is better given as ``ImageSource/file(_:)``.
public enum AllowsFileURLs: ImageOption {
    /// The option's name.
    public static let name = "allows-file-urls"
    /// No.
    public static let defaultValue = false
    /// It changes no byte of what is loaded.
    public static let effect = OptionEffect.delivery
}

/// Asks the origin even if ``NegativeCache`` remembers that it failed; a success forgets the failure.
public enum RetriesFailed: ImageOption {
    /// `retriesfailed`.
    public static let name = "retriesfailed"
    /// What failed is not asked for again while it is remembered.
    public static let defaultValue = false
    /// The same picture.
    public static let effect = OptionEffect.delivery
}

/// The time a caller waits in total before it gives up; others who share the work go on.
///
/// Zero or less, as what is left of a deadline may be, is no time: only memory can answer, and no
/// origin is asked.
///
/// Under a ``NetworkPolicy`` its ``NetworkPolicy/totalTimeout`` holds for requests that do not set
/// the option.
public enum TotalTimeout: ImageOption {
    /// `timeout`.
    public static let name = "timeout"
    /// No end.
    public static let defaultValue: Duration? = nil
    /// The same picture.
    public static let effect = OptionEffect.delivery
}

/// The most bytes a body may have for this caller, where that is less than
/// ``LoadLimits/maxBodyBytes``.
///
/// As soon as more are announced, or come, the caller has a failure of kind
/// ``LoadFailure/Kind/tooLarge``; others who share the transfer go on. What caches hold is not judged.
public enum MaxBodyBytes: ImageOption {
    /// `maxbodybytes`.
    public static let name = "maxbodybytes"
    /// No limit but the pipeline's.
    public static let defaultValue: Int? = nil
    /// The same picture.
    public static let effect = OptionEffect.delivery
}

/// Which caches may answer.
public enum CachePolicy: String, Hashable, Sendable, CaseIterable, Spellable {
    /// Memory, then disk, then the origin.
    ///
    /// What is stale is confirmed by the origin, or loaded again; where the origin fails, it may stand
    /// in (``StaleIfError``).
    case normal
    /// The origin is asked, however fresh the caches are: it confirms what they hold, or replaces it.
    case refresh
    /// Memory and disk only; without a hit the load ends with ``ImageError/notCached``.
    case onlyIfCached
    /// The origin answers; caches are neither read nor written.
    case bypass
}

extension CachePolicy: ImageOption {
    /// `cache`.
    public static let name = "cache"
    /// Memory, then disk, then the origin.
    public static let defaultValue = CachePolicy.normal
    /// The same picture.
    public static let effect = OptionEffect.delivery
}
