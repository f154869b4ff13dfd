#if HTTP && os(Linux)
    import Testing

    @testable import WebImageRedis

    struct RedisAddressTests {
        @Test(arguments: [
            ("redis://a.test", "redis://a.test:6379/0", []),
            ("redis://a.test:7000/", "redis://a.test:7000/0", []),
            ("REDIS://a.test/12", "redis://a.test:6379/12", []),
            ("redis://[::1]:6380/1", "redis://[::1]:6380/1", []),
            ("rediss://a.test/1", "rediss://a.test:6379/1", []),
            ("redis://:secret@a.test", "redis://a.test:6379/0", ["secret"]),
            ("redis://user:p%40s%2Fs@a.test/1", "redis://a.test:6379/1", ["user", "p@s/s"]),
        ])
        func `an address is read, and told without its account`(
            _ text: String, _ told: String, _ account: [String]
        ) throws {
            let address = try #require(RedisAddress(text))
            #expect(address.description == told)
            #expect(address.account == account)
        }

        @Test(arguments: [
            "", "a.test", "http://a.test", "redis://", "redis:///1", "redis://a.test:0",
            "redis://a.test:65536", "redis://a.test/x", "redis://a.test/-1", "redis://a.test/1/2",
            "redis://a.test/99999999999999999999", "redis://a.test?db=1", "redis://a.test#1",
            "redis://user@a.test", "rediss2://a.test", "redis://user:@a.test", "redis://a b",
        ])
        func `another text is none`(_ text: String) {
            #expect(RedisAddress(text) == nil)
        }
    }
#endif
