public import WebImageRuntime

/// The limits of sizes, times and numbers of loads.
public struct LoadLimits: Hashable, Sendable {
    /// The most bytes of a body after decompression, 128 MB by default.
    public var maxBodyBytes: Int
    /// The longest time to establish a connection, 10 s by default; zero or less is the default.
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
    /// Only the times in which the load waits for bytes count. While it is suspended, or its
    /// consumer is busy, no time passes. A body that arrives within the first window may have any
    /// rate.
    public var transferRateWindow: Duration {
        didSet { transferRateWindow = Self.positive(transferRateWindow, or: Self.windowDefault) }
    }
    /// The most interim responses (status 1xx) before the head of a response.
    package static let maxInterimResponses = 16
    /// The most redirects of a load, 20 by default.
    public var maxRedirects: Int
    /// The most transfers at once, 64 by default; of several, low priority leaves one free.
    public var maxTransfers: Int
    /// The most transfers at once from one host, 6 by default; of several, low priority leaves one
    /// free.
    public var maxTransfersPerHost: Int
    /// The order of waiting transfers of equal priority, the first to come by default.
    public var transferOrder: TransferOrder
    /// The policy for untrusted URLs; nil allows all hosts.
    public var networkPolicy: NetworkPolicy?

    /// Creates limits with the documented defaults; each parameter is the property of its name.
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
    /// Zero would end every transfer before it begins, and no limit would let a silent origin keep
    /// its permit.
    private static func positive(_ time: Duration, or standard: Duration) -> Duration {
        time > .zero ? time : standard
    }

    /// The limits with the bounds of the network policy, if those are lower.
    package var underPolicy: LoadLimits {
        guard let networkPolicy else { return self }
        var limits = self
        limits.maxRedirects = min(maxRedirects, networkPolicy.maxRedirects)
        limits.maxBodyBytes = min(maxBodyBytes, networkPolicy.maxBodyBytes)
        return limits
    }

    /// `true` if the numbers and the order of transfers equal other limits'.
    package func hasTransferLimits(of other: LoadLimits) -> Bool {
        maxTransfers == other.maxTransfers && maxTransfersPerHost == other.maxTransfersPerHost
            && transferOrder == other.transferOrder
    }
}
