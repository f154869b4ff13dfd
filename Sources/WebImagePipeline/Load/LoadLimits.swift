/// Sizes, times and numbers that hold while loading.
public struct LoadLimits: Hashable, Sendable {
    /// The most bytes a body may have after decompression, 128 MB by default.
    public var maxBodyBytes: Int
    /// How long a connection may take to come up, 10 s by default.
    public var connectTimeout: Duration
    /// How long the origin may send nothing, 15 s by default.
    public var idleTimeout: Duration
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
        self.connectTimeout = connectTimeout
        self.idleTimeout = idleTimeout
        self.maxRedirects = maxRedirects
        self.maxTransfers = maxTransfers
        self.maxTransfersPerHost = maxTransfersPerHost
        self.transferOrder = transferOrder
        self.networkPolicy = networkPolicy
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
