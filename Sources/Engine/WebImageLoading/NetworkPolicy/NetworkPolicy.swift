/// The hosts that a load may reach: by default the public internet, over http and https.
///
/// For untrusted URLs. No policy applies until a pipeline's limits have one:
///
/// ```swift
/// pipeline.setLimits { $0.load.networkPolicy = NetworkPolicy() }
/// ```
///
/// Each request, also after a redirect, is judged: its scheme, its port, then all addresses of its
/// host; one refused address refuses the request. The transport connects to a judged address, does
/// not resolve the name again, and compares the connection's peer before it sends the request. A
/// transport that cannot do so makes no exchange (``HTTPTransport/keepsNetworkPolicy``).
///
/// Through a proxy, the policy checks the proxy's addresses, and hosts that are addresses;
/// hosts with names are refused unless ``allowsProxyNames``.
///
/// The policy is part of the keys of both caches: bytes that were loaded under one policy answer no
/// request under another one, or under none.
public struct NetworkPolicy: Hashable, Sendable {
    /// The allowed schemes, in lower case.
    public var schemes: Set<String>
    /// The allowed ports, nil for all.
    public var ports: Set<Int>?
    /// `true` if addresses of the public internet are allowed; if not, only those in ``allowed``
    /// are.
    public var allowsPublicAddresses: Bool
    /// Addresses that are allowed although they are not public.
    public var allowed: [AddressRange]
    /// Addresses that are refused even if ``allowed`` has them, also inside of IPv6 addresses.
    public var denied: [AddressRange]
    /// `true` if a proxy may look up names of hosts, whose addresses are then not checked.
    public var allowsProxyNames = false
    /// The most redirects that are followed, unless `LoadLimits` allow fewer.
    public var maxRedirects: Int
    /// The most bytes of all names and values of a response's header fields together.
    public var maxHeaderBytes: Int
    /// The most bytes of a body after decompression, unless `LoadLimits` allow fewer.
    public var maxBodyBytes: Int
    /// The ``OptionConfigurable/timeout`` of requests for URLs that do not set the option, nil for
    /// none.
    ///
    /// As with that option, the time in which a request waits for its turn counts: raise it for
    /// batches. A value of the request or of the pipeline's defaults takes precedence.
    public var totalTimeout: Duration?

    /// Creates a policy, by default the public internet on the standard ports.
    ///
    /// Each parameter is the property of its name.
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

    /// Checks the parts of a URL.
    ///
    /// - Parameters:
    ///   - scheme: The scheme in lower case.
    ///   - host: The host, for the failure.
    ///   - port: The port, also if it is the scheme's default.
    /// - Throws: A ``LoadFailure`` of kind `refusedAddress`.
    public func check(scheme: String, host: String, port: Int) throws(LoadFailure) {
        guard schemes.contains(scheme) else { throw refusal(host, "the scheme '\(scheme)'") }
        if let ports, !ports.contains(port) { throw refusal(host, "port \(port)") }
    }

    /// Checks all addresses of a host.
    ///
    /// The failure names the rule, not the address, which may be confidential.
    ///
    /// - Parameters:
    ///   - addresses: All addresses of the host.
    ///   - host: The host, for the failure.
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

    /// Returns the reason to refuse an address; `nil` if it is allowed.
    private func rule(refusing address: IPAddress) -> String? {
        let address = address.unmapped
        let all = [address] + AddressRule.carried(by: address)
        if denied.contains(where: { range in all.contains(where: range.contains) }) {
            return "in a denied range"
        }
        if allowed.contains(where: { $0.contains(address) }) { return nil }
        if let rule = AddressRule(address) { return rule.rawValue }
        return allowsPublicAddresses ? nil : "not in the allowed ranges"
    }

    /// The name in keys: equal for policies that allow the same hosts.
    package var identity: String {
        let ports = ports.map { $0.sorted().map(String.init).joined(separator: ",") } ?? "all"
        let parts = [
            schemes.sorted().joined(separator: ","), ports, String(allowsPublicAddresses),
            allowed.map(\.description).sorted().joined(separator: ","),
            denied.map(\.description).sorted().joined(separator: ","),
        ]
        return (parts + (allowsProxyNames ? ["proxy"] : [])).map(\.spelling).joined(separator: ";")
    }
}
