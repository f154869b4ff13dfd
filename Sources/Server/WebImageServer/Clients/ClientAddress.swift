#if Server
    import WebImage

    /// The address by which a client is counted: of IPv4 all of it, of IPv6 its network of 64 bits.
    ///
    /// A host chooses its addresses of IPv6 freely within such a network.
    struct ClientAddress: Hashable, Sendable, CustomStringConvertible {
        private let address: IPAddress

        init(_ address: IPAddress) {
            let plain = address.unmapped
            self.address =
                plain.version == .v4 ? plain : IPAddress(.v6, bits: (plain.bits >> 64) << 64)
        }

        var description: String { address.version == .v4 ? "\(address)" : "\(address)/64" }
    }

    /// The proxies whose word on the addresses of their clients counts.
    struct TrustedProxies: Sendable {
        private let ranges: [AddressRange]

        init(_ ranges: [AddressRange]) { self.ranges = ranges }

        func contains(_ address: IPAddress) -> Bool { ranges.contains { $0.contains(address) } }

        /// Returns the client of a request: the last address in `X-Forwarded-For` that is no
        /// trusted proxy's.
        ///
        /// Each proxy adds the address that it was asked by at the end, so that those before the
        /// word of a stranger are not believed. A text that is no address ends the walk.
        func client(of peer: IPAddress, forwardedFor fields: [String]) -> IPAddress {
            var client = peer
            for field in fields.reversed() {
                var rest = field[...]
                while contains(client), !rest.isEmpty {
                    guard let address = Self.address(Self.lastPart(of: rest)) else { return client }
                    client = address
                    guard let comma = rest.utf8.lastIndex(of: UInt8(ascii: ",")) else { break }
                    rest = rest[..<comma]
                }
            }
            return client
        }

        /// Returns `true` if the last part of the fields is an address.
        static func haveAddress(_ fields: [String]) -> Bool {
            fields.last.map { address(lastPart(of: $0[...])) != nil } ?? false
        }

        private static func lastPart(of field: Substring) -> Substring {
            guard let comma = field.utf8.lastIndex(of: UInt8(ascii: ",")) else { return field }
            return field[field.utf8.index(after: comma)...]
        }

        /// Reads an address, with or without a port; one of IPv6 may stand in brackets.
        private static func address(_ text: Substring) -> IPAddress? {
            var text = text.trimmingSpaces[...]
            if text.utf8.first == UInt8(ascii: "[") {
                guard let end = text.firstIndex(of: "]"), isPort(text[end...].dropFirst()) else {
                    return nil
                }
                return IPAddress(text[..<end].dropFirst())
            }
            if text.utf8.count(where: { $0 == UInt8(ascii: ":") }) == 1,
                let colon = text.firstIndex(of: ":")
            {
                guard isPort(text[colon...]) else { return nil }
                text = text[..<colon]
            }
            return IPAddress(text)
        }

        /// Returns `true` for nothing, and for a colon with digits after it.
        private static func isPort(_ text: Substring) -> Bool {
            text.isEmpty
                || text.utf8.first == UInt8(ascii: ":")
                    && text.utf8.dropFirst().allSatisfy { (48...57).contains($0) }
        }
    }
#endif
