// Options of the load.
extension OptionConfigurable {
    /// The accepted media types, such as `image/png` and `image/*`; by default none, which accepts
    /// any.
    ///
    /// By default the bytes alone decide, since a server's type is only a hint. This option refuses
    /// other types, such as an error in JSON, before the body is read. A response without a type is
    /// refused too; responses of files and data are accepted. Part of all keys.
    public var acceptedMediaTypes: [String] {
        get { options[ImageOptions.AcceptedMediaTypes.self] }
        set { options[ImageOptions.AcceptedMediaTypes.self] = newValue }
    }

    /// The accepted statuses, 200 to 299 by default; any other ends the load before its body is
    /// read.
    ///
    /// ```swift
    /// // A server that sends its "not found" image with status 404.
    /// request.acceptedStatuses = StatusSet(200...299, 404...404)
    /// ```
    ///
    /// Responses of files and data have no status and are accepted. Status 304 confirms cached
    /// bytes, whatever this set says. Part of all keys.
    public var acceptedStatuses: StatusSet {
        get { options[ImageOptions.AcceptedStatuses.self] }
        set { options[ImageOptions.AcceptedStatuses.self] = newValue }
    }

    /// `true` if a URL in a string may name a file of this machine; `false` by default.
    ///
    /// For a path that the program itself chose, use ``ImageSource/file(_:)``.
    public var allowsFileURLs: Bool {
        get { options[ImageOptions.AllowsFileURLs.self] }
        set { options[ImageOptions.AllowsFileURLs.self] = newValue }
    }

    /// `true` to load even if an earlier failure is remembered; `false` by default.
    ///
    /// A success removes the failure.
    public var ignoresRememberedFailures: Bool {
        get { options[ImageOptions.IgnoresRememberedFailures.self] }
        set { options[ImageOptions.IgnoresRememberedFailures.self] = newValue }
    }

    /// The longest time that a caller waits in total, also for decoding and transforms, and for
    /// each encoding of the response; nil, the default, for no limit.
    ///
    /// Other callers of the shared work go on. With zero or less only memory can answer. Under a
    /// ``NetworkPolicy`` its ``NetworkPolicy/totalTimeout`` holds for requests without the option.
    public var timeout: Duration? {
        get { options[ImageOptions.Timeout.self] }
        set { options[ImageOptions.Timeout.self] = newValue }
    }

    /// The most bytes of a body for this caller, if that is less than ``LoadLimits/maxBodyBytes``;
    /// nil, the default, for the pipeline's limit alone.
    ///
    /// As soon as more are announced, or arrive, the caller gets a failure of kind
    /// ``LoadFailure/Kind/tooLarge``; other callers of the transfer go on. Cached bytes are not
    /// limited.
    public var maxBodyBytes: Int? {
        get { options[ImageOptions.MaxBodyBytes.self] }
        set { options[ImageOptions.MaxBodyBytes.self] = newValue }
    }
}

// Their keys.
extension ImageOptions {
    package enum AcceptedMediaTypes: ImageOption {
        package static let name = "mediatypes"
        package static let defaultValue: [String] = []
        package static let effect = OptionEffect.bytes
    }

    package enum AcceptedStatuses: ImageOption {
        package static let name = "statuses"
        package static let defaultValue = StatusSet.success
        package static let effect = OptionEffect.bytes
    }

    package enum AllowsFileURLs: ImageOption {
        package static let name = "allows-file-urls"
        package static let defaultValue = false
        package static let effect = OptionEffect.delivery
    }

    package enum IgnoresRememberedFailures: ImageOption {
        package static let name = "ignoresrememberedfailures"
        package static let defaultValue = false
        package static let effect = OptionEffect.delivery
    }

    package enum Timeout: ImageOption {
        package static let name = "timeout"
        package static let defaultValue: Duration? = nil
        package static let effect = OptionEffect.delivery
    }

    package enum MaxBodyBytes: ImageOption {
        package static let name = "maxbodybytes"
        package static let defaultValue: Int? = nil
        package static let effect = OptionEffect.delivery
    }
}
