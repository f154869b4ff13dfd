public import WebImageInterceptors
public import WebImageLoading

/// The store of an ``S3Loader`` and the way in which it is asked.
public struct S3Settings: Hashable, Sendable {
    /// The region that requests are signed for, such as `eu-central-1`; `auto` for R2.
    ///
    /// A bucket that names another region is asked there.
    public var region: String
    /// The address of a store other than AWS, such as `https://fra1.digitaloceanspaces.com`; nil
    /// for AWS.
    public var endpoint: String?
    /// `true` for addresses such as `endpoint/bucket/key`, `false` for `bucket.endpoint/key`.
    ///
    /// Nil is `true` for an ``endpoint`` and `false` for AWS, whose buckets with dots in their
    /// names have the path style in any case.
    public var usesPathStyle: Bool?
    /// The policy of the host of ``endpoint``, in place of the loads' policy; nil allows all
    /// addresses.
    ///
    /// It holds for the path style alone. With `bucket.endpoint` a picture's address decides the
    /// host, so that the policy of the loads holds there, as it does for AWS.
    public var networkPolicy: NetworkPolicy?
    /// The retries of requests that the store is too busy for, or that fail on the way; bodies that
    /// break off begin again, or are continued by `.resume()`.
    public var retries = RetryPolicy()

    /// Creates settings, by default AWS's; each parameter is the property of its name.
    public init(
        region: String = "us-east-1", endpoint: String? = nil, usesPathStyle: Bool? = nil,
        networkPolicy: NetworkPolicy? = nil
    ) {
        self.region = region
        self.endpoint = endpoint
        self.usesPathStyle = usesPathStyle
        self.networkPolicy = networkPolicy
    }

    /// Creates the settings that programs of AWS have in an environment.
    ///
    /// The region is the value of `AWS_REGION`, `AWS_DEFAULT_REGION` or the profile in
    /// `~/.aws/config`, the endpoint the value of `AWS_ENDPOINT_URL_S3`, `AWS_ENDPOINT_URL` or the
    /// profile's `endpoint_url`. The file is read at once, which blocks for a moment.
    ///
    /// - Parameter environment: The names and values of all variables.
    public init(environment: [String: String]) {
        self.init()
        let profile = ProfileFiles(environment).configured
        let named = ["AWS_REGION", "AWS_DEFAULT_REGION"].lazy.compactMap { environment.text($0) }
        region = named.first ?? profile["region"] ?? region
        let endpoints = ["AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL"]
        endpoint =
            endpoints.lazy.compactMap { environment.text($0) }.first ?? profile["endpoint_url"]
    }
}

extension [String: String] {
    /// Returns the value of a variable; nil if it is unset or empty.
    func text(_ name: String) -> String? { self[name].flatMap { $0.isEmpty ? nil : $0 } }
}
