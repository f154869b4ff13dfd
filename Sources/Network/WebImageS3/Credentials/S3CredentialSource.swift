public import WebImageLoading

/// A place that has credentials, such as a file or the metadata of a machine.
public protocol S3CredentialSource: Sendable {
    /// Returns credentials; nil if this place has none.
    ///
    /// It is called once for all loads that wait, again five minutes before the credentials expire,
    /// and after a store refused them. It may block for a moment.
    ///
    /// - Throws: `LoadFailure` if the place has credentials that cannot be read; its reason has no
    ///   secret. `CancellationError`.
    func credentials() async throws -> S3Credentials?
}

extension S3CredentialSource where Self == S3CredentialChain {
    /// Returns the places of programs of AWS in their order: environment, files, container,
    /// instance.
    ///
    /// - Parameter transport: The transport to the metadata, which should have no proxy.
    public static func standard(
        over transport: any HTTPTransport, environment: [String: String]
    ) -> S3CredentialChain {
        S3CredentialChain([
            .environment(environment), .files(environment),
            .container(over: transport, environment: environment),
            .instance(over: transport, environment: environment),
        ])
    }

    /// Returns the credentials of `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY` and
    /// `AWS_SESSION_TOKEN`.
    public static func environment(_ environment: [String: String]) -> S3CredentialChain {
        S3CredentialChain([EnvironmentCredentials(environment: environment)])
    }

    /// Returns the credentials of a profile in `~/.aws/credentials` or `~/.aws/config`.
    ///
    /// The variables `AWS_PROFILE`, `AWS_SHARED_CREDENTIALS_FILE` and `AWS_CONFIG_FILE` name
    /// others. Profiles that call programs, take roles or sign in on a page have no credentials
    /// here.
    public static func files(_ environment: [String: String]) -> S3CredentialChain {
        S3CredentialChain([ProfileCredentials(files: ProfileFiles(environment))])
    }

    /// Returns the credentials that a container gets from its host, by
    /// `AWS_CONTAINER_CREDENTIALS_RELATIVE_URI` or `AWS_CONTAINER_CREDENTIALS_FULL_URI`.
    ///
    /// Without TLS these addresses are link-local or loopback ones; all others are refused.
    public static func container(
        over transport: any HTTPTransport, environment: [String: String]
    ) -> S3CredentialChain {
        S3CredentialChain([ContainerCredentials(over: transport, environment: environment)])
    }

    /// Returns the credentials of the role of a virtual machine (IMDSv2).
    ///
    /// `AWS_EC2_METADATA_DISABLED=true` asks for none, `AWS_EC2_METADATA_SERVICE_ENDPOINT` names
    /// another address than `http://169.254.169.254`, on loopback. All other addresses are refused.
    public static func instance(
        over transport: any HTTPTransport, environment: [String: String]
    ) -> S3CredentialChain {
        S3CredentialChain([InstanceCredentials(over: transport, environment: environment)])
    }
}

/// Several places of credentials; the first that has some is used.
public struct S3CredentialChain: S3CredentialSource {
    private let sources: [any S3CredentialSource]

    /// Creates a chain of places, in the order in which they are asked.
    public init(_ sources: [any S3CredentialSource]) { self.sources = sources }

    /// Returns the credentials of the first place that has some.
    ///
    /// - Throws: The first error of a place; later ones are not asked.
    public func credentials() async throws -> S3Credentials? {
        for source in sources {
            if let found = try await source.credentials() { return found }
        }
        return nil
    }
}
