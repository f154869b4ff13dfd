import WebImageCaching

/// Which hosts a load may reach: by itself the public internet, over http and https.
///
/// For URLs of strangers. It is off until a pipeline's limits have one:
///
/// ```swift
/// pipeline.limits.load.networkPolicy = NetworkPolicy()
/// ```
///
/// Each hop is judged: its scheme, its port, then every address that its name stands for; one that
/// is refused refuses the hop. The transport connects to an address that was judged, resolves the
/// name no second time, and compares the connection's peer before it sends the request. A transport
/// that cannot do so makes no exchange (``HTTPTransport/keepsNetworkPolicy``).
///
/// What was loaded under one policy answers no request under another, or under none: the policy is
/// in the keys of both caches.
public struct NetworkPolicy: Hashable, Sendable {
    /// The schemes that may be asked, in lower case.
    public var schemes: Set<String>
    /// The ports that may be asked, nil for all.
    public var ports: Set<Int>?
    /// Whether addresses of the public internet are allowed; if not, ``allowed`` says all that is.
    public var allowsPublicAddresses: Bool
    /// Addresses that are allowed although they are not public.
    public var allowed: [AddressRange]
    /// Addresses that are refused whatever else allows them, also where IPv6 carries them.
    public var denied: [AddressRange]
    /// How many redirects are followed, if `LoadLimits` allow no fewer.
    public var maxRedirects: Int
    /// The most bytes that names and values of an answer's header fields may have together.
    public var maxHeaderBytes: Int
    /// The most bytes a body may have after decompression, if `LoadLimits` allow no fewer.
    public var maxBodyBytes: Int
    /// The ``TotalTimeout`` of requests for URLs that do not set the option, nil for none.
    ///
    /// As with that option, the time in which a request waits for its turn counts: raise it for
    /// batches. A value that the request or the defaults of the pipeline set takes its place.
    public var totalTimeout: Duration?

    /// A policy; the public internet on the standard ports where nothing is given.
    public init(
        schemes: Set<String> = ["http", "https"], ports: Set<Int>? = [80, 443],
        allowsPublicAddresses: Bool = true, allowed: [AddressRange] = [],
        denied: [AddressRange] = [], maxRedirects: Int = 5, maxHeaderBytes: Int = 64 << 10,
        maxBodyBytes: Int = 32 << 20, totalTimeout: Duration? = .seconds(60)
    ) {
        self.schemes = schemes
        self.ports = ports
        self.allowsPublicAddresses = allowsPublicAddresses
        self.allowed = allowed
        self.denied = denied
        self.maxRedirects = maxRedirects
        self.maxHeaderBytes = maxHeaderBytes
        self.maxBodyBytes = maxBodyBytes
        self.totalTimeout = totalTimeout
    }

    /// Whether a connection to this address is allowed.
    public func allows(_ address: IPAddress) -> Bool { rule(refusing: address) == nil }

    /// Judges what a URL says by itself.
    ///
    /// - Throws: A ``LoadFailure`` of kind `refusedAddress`.
    public func check(scheme: String, host: String, port: Int) throws(LoadFailure) {
        guard schemes.contains(scheme) else { throw refusal(host, "the scheme '\(scheme)'") }
        if let ports, !ports.contains(port) { throw refusal(host, "port \(port)") }
    }

    /// Judges all addresses of a host.
    ///
    /// The failure names the rule, not the address, which may be nobody's to know.
    ///
    /// - Throws: A ``LoadFailure`` of kind `refusedAddress` if one of them is refused.
    public func check(_ addresses: [IPAddress], of host: String) throws(LoadFailure) {
        for address in addresses {
            guard let rule = rule(refusing: address) else { continue }
            throw refusal(host, "its address is \(rule)")
        }
    }

    private func refusal(_ host: String, _ reason: String) -> LoadFailure {
        LoadFailure(.refusedAddress, "the network policy refuses \(host): \(reason)")
    }

    /// Why an address is refused, nil if it is not.
    private func rule(refusing address: IPAddress) -> String? {
        let address = address.unmapped
        let all = [address] + AddressRule.carried(by: address)
        if denied.contains(where: { range in all.contains(where: range.contains) }) {
            return "denied"
        }
        if allowed.contains(where: { $0.contains(address) }) { return nil }
        if let rule = AddressRule(address) { return rule.rawValue }
        return allowsPublicAddresses ? nil : "not among the allowed ones"
    }

    /// What tells policies with another reach apart in keys.
    package var identity: String {
        let ports = ports.map { $0.sorted().map(String.init).joined(separator: ",") } ?? "all"
        let parts = [
            schemes.sorted().joined(separator: ","), ports, String(allowsPublicAddresses),
            allowed.map(\.description).sorted().joined(separator: ","),
            denied.map(\.description).sorted().joined(separator: ","),
        ]
        return parts.map(\.spelling).joined(separator: ";")
    }
}
