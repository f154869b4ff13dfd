public import WebImageRuntime

/// Sizes, times and numbers that hold while loading.
public struct LoadLimits: Hashable, Sendable {
    /// The most bytes a body may have after decompression, 128 MB by default.
    public var maxBodyBytes: Int
    /// How long a connection may take to come up, 10 s by default; set to zero or less, it is
    /// the default.
    public var connectTimeout: Duration {
        didSet { connectTimeout = Self.positive(connectTimeout, or: Self.connectDefault) }
    }
    /// The longest silence of the origin, 15 s by default; zero or less is the default.
    ///
    /// It also bounds the time from the end of the request until the head of the response is
    /// complete. Interim responses do not renew it.
    public var idleTimeout: Duration {
        didSet { idleTimeout = Self.positive(idleTimeout, or: Self.idleDefault) }
    }
    /// The least bytes a second of a body, 1,000 by default; zero or less for no least rate.
    ///
    /// The rate is the average over each ``transferRateWindow``. Bytes are counted after
    /// decompression. A body that is slower fails with kind ``LoadFailure/Kind/timedOut``.
    public var minimumTransferRate: Int
    /// The time over which the rate of a body is averaged, 30 s by default; zero or less is the
    /// default.
    ///
    /// It consists of the times in which the load waits for bytes. While it is suspended, or its
    /// consumer is busy, no time passes. A body that arrives within the first window has any rate.
    public var transferRateWindow: Duration {
        didSet { transferRateWindow = Self.positive(transferRateWindow, or: Self.windowDefault) }
    }
    /// The most interim responses (status 1xx) before the head of a response: 16.
    public static let maxInterimResponses = 16
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
        idleTimeout: Duration = .seconds(15), minimumTransferRate: Int = 1_000,
        transferRateWindow: Duration = .seconds(30), maxRedirects: Int = 20,
        maxTransfers: Int = 64, maxTransfersPerHost: Int = 6,
        transferOrder: TransferOrder = .firstComeFirst, networkPolicy: NetworkPolicy? = nil
    ) {
        self.maxBodyBytes = maxBodyBytes
        self.connectTimeout = Self.positive(connectTimeout, or: Self.connectDefault)
        self.idleTimeout = Self.positive(idleTimeout, or: Self.idleDefault)
        self.minimumTransferRate = minimumTransferRate
        self.transferRateWindow = Self.positive(transferRateWindow, or: Self.windowDefault)
        self.maxRedirects = maxRedirects
        self.maxTransfers = maxTransfers
        self.maxTransfersPerHost = maxTransfersPerHost
        self.transferOrder = transferOrder
        self.networkPolicy = networkPolicy
    }

    private static let connectDefault = Duration.seconds(10)
    private static let idleDefault = Duration.seconds(15)
    private static let windowDefault = Duration.seconds(30)

    /// Returns a time, or the default for zero and less.
    ///
    /// No time at all would end every transfer before it begins. Without an end, a silent origin
    /// would keep its permit for ever.
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
