/// Sizes, times and numbers that hold while loading.
public struct LoadLimits: Hashable, Sendable {
    /// The most bytes a body may have after decompression, 128 MB by default.
    public var maxBodyBytes: Int
    /// How long a connection may take to come up, 10 s by default; set to zero or less, it is
    /// the default.
    public var connectTimeout: Duration {
        didSet { connectTimeout = Self.positive(connectTimeout, or: Self.connectDefault) }
    }
    /// How long the origin may send nothing, 15 s by default; set to zero or less, it is the
    /// default.
    public var idleTimeout: Duration {
        didSet { idleTimeout = Self.positive(idleTimeout, or: Self.idleDefault) }
    }
    /// How many redirects are followed, 20 by default.
    public var maxRedirects: Int
    /// Transfers at once, 64 by default.
    public var maxTransfers: Int
    /// Transfers at once from one host, 6 by default.
    public var maxTransfersPerHost: Int
    /// Who goes first among equals that wait, the first to come by default.
    public var transferOrder: TransferOrder
    /// Which hosts may be reached, nil for all; for URLs of strangers.
    public var networkPolicy: NetworkPolicy?

    /// Limits, the documented defaults where nothing is given.
    public init(
        maxBodyBytes: Int = 128 << 20, connectTimeout: Duration = .seconds(10),
        idleTimeout: Duration = .seconds(15), maxRedirects: Int = 20, maxTransfers: Int = 64,
        maxTransfersPerHost: Int = 6, transferOrder: TransferOrder = .firstComeFirst,
        networkPolicy: NetworkPolicy? = nil
    ) {
        self.maxBodyBytes = maxBodyBytes
        self.connectTimeout = Self.positive(connectTimeout, or: Self.connectDefault)
        self.idleTimeout = Self.positive(idleTimeout, or: Self.idleDefault)
        self.maxRedirects = maxRedirects
        self.maxTransfers = maxTransfers
        self.maxTransfersPerHost = maxTransfersPerHost
        self.transferOrder = transferOrder
        self.networkPolicy = networkPolicy
    }

    private static let connectDefault = Duration.seconds(10)
    private static let idleDefault = Duration.seconds(15)

    /// No time at all would end every transfer before it begins, which nobody can mean; and "no
    /// end" would let a silent origin keep its place for ever.
    private static func positive(_ time: Duration, or standard: Duration) -> Duration {
        time > .zero ? time : standard
    }

    /// The limits with the bounds of the network policy, where those are lower.
    package var underPolicy: LoadLimits {
        guard let networkPolicy else { return self }
        var limits = self
        limits.maxRedirects = min(maxRedirects, networkPolicy.maxRedirects)
        limits.maxBodyBytes = min(maxBodyBytes, networkPolicy.maxBodyBytes)
        return limits
    }
}
