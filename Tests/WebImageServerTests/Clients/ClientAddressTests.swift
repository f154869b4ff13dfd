#if Server
    import Testing
    import WebImage

    @testable import WebImageServer

    /// The client of a request, by its connection and the word of proxies.
    struct ClientAddressTests {
        private static let proxies = TrustedProxies(["127.0.0.0/8", "::1/128", "10.0.0.0/24"])

        @Test(arguments: [
            ("127.0.0.1", [], "127.0.0.1"),
            ("127.0.0.1", ["192.0.2.7"], "192.0.2.7"),
            ("::1", ["2001:db8::7"], "2001:db8::7"),
            ("::ffff:127.0.0.1", ["192.0.2.7"], "192.0.2.7"),
            // What stands before the address of a stranger is the stranger's own word.
            ("127.0.0.1", ["198.51.100.1, 192.0.2.7"], "192.0.2.7"),
            ("127.0.0.1", ["198.51.100.1", "192.0.2.7"], "192.0.2.7"),
            ("127.0.0.1", ["198.51.100.1,192.0.2.7, 10.0.0.9"], "192.0.2.7"),
            ("127.0.0.1", ["198.51.100.1, 192.0.2.7", "10.0.0.9 ,\t127.0.0.1"], "192.0.2.7"),
            // Proxies alone.
            ("127.0.0.1", ["10.0.0.8, 10.0.0.9"], "10.0.0.8"),
            // Strangers are not believed.
            ("192.0.2.9", ["198.51.100.1"], "192.0.2.9"),
            ("10.0.1.9", ["198.51.100.1"], "10.0.1.9"),
            // Ports and brackets.
            ("127.0.0.1", ["192.0.2.7:4711"], "192.0.2.7"),
            ("127.0.0.1", ["[2001:db8::7]:4711"], "2001:db8::7"),
            ("127.0.0.1", ["[2001:db8::7]"], "2001:db8::7"),
            // Texts that are no addresses.
            ("127.0.0.1", [""], "127.0.0.1"), ("127.0.0.1", ["192.0.2.7,"], "127.0.0.1"),
            ("127.0.0.1", ["192.0.2.7, unknown"], "127.0.0.1"),
            ("127.0.0.1", ["192.0.2.7, x, 10.0.0.9"], "10.0.0.9"),
            ("127.0.0.1", ["192.0.2.7:x"], "127.0.0.1"), ("127.0.0.1", ["[::7"], "127.0.0.1"),
            ("127.0.0.1", ["[192.0.2.7]x"], "127.0.0.1"), ("127.0.0.1", ["0x7f.1"], "127.0.0.1"),
        ])
        func `the client is the last address that no trusted proxy has`(
            peer: String, fields: [String], client: String
        ) throws {
            let address = try #require(IPAddress(peer))
            let found = Self.proxies.client(of: address, forwardedFor: fields)
            #expect(found.description == client)
        }

        @Test func `without trusted proxies the connection is the client`() throws {
            let address = try #require(IPAddress("127.0.0.1"))
            let found = TrustedProxies([]).client(of: address, forwardedFor: ["192.0.2.7"])
            #expect(found == address)
        }

        @Test(arguments: [
            (["192.0.2.7"], true), (["x, 192.0.2.7"], true), (["192.0.2.7", "x"], false),
            ([""], false), ([], false), (["192.0.2.7, "], false),
        ])
        func `a field has an address if its last part is one`(fields: [String], has: Bool) {
            #expect(TrustedProxies.haveAddress(fields) == has)
        }

        @Test(arguments: [
            ("192.0.2.7", "192.0.2.8", false), ("192.0.2.7", "::ffff:192.0.2.7", true),
            ("2001:db8::7", "2001:db8::1:8", true), ("2001:db8::7", "2001:db8:0:1::7", false),
        ])
        func `a network of 64 bits of IPv6 is one client`(
            one: String, other: String, isSame: Bool
        ) throws {
            let addresses = try [one, other].map { ClientAddress(try #require(IPAddress($0))) }
            #expect((addresses[0] == addresses[1]) == isSame)
        }
    }
#endif
