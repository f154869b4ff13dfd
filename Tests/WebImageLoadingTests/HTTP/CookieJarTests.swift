import TestSupport
import Testing
import WebImageCaching
import WebImageLoading

/// The rules of RFC 6265 that decide which server gets a cookie back.
struct CookieJarTests {
    private let clock = TestClock()
    private let jar: CookieJar

    init() { jar = CookieJar(account: "me") { [clock] in clock.now } }

    private func set(_ fields: String..., by url: String = "http://a.test/x/y") throws {
        let head = ResponseHead(url: url, headers: HeaderFields(fields.map { ("Set-Cookie", $0) }))
        jar.store(head, from: try HTTPAddress(url))
    }

    private func sent(to url: String = "http://a.test/x/y") throws -> String? {
        jar.field(for: try HTTPAddress(url))
    }

    @Test(arguments: [
        ("a=b", "a=b"), (" a = b c ", "a=b c"), ("a=", "a="), ("a=b=c", "a=b=c"),
        ("a=\"b\"", "a=\"b\""),
        ("a=b; HttpOnly; SameSite=Lax; Unknown", "a=b"), ("a=b;path=x", "a=b"),
        ("a=b;PATH=/", "a=b"),
        ("a=b; Path=/x", "a=b"), ("a=b; Path=/x/", "a=b"), ("a=b; Path=/x/y", "a=b"),
        ("a=b; Max-Age=1", "a=b"), ("a=b; Max-Age=x", "a=b"), ("a=b; Expires=never", "a=b"),
        ("a=b; Max-Age=9; Expires=Sun, 06 Nov 1994 08:49:37 GMT", "a=b"),
        ("a=b; Expires=Sun, 06-Nov-2094 08:49:37 GMT", "a=b"),
        ("a=b; Domain=a.test", "a=b"), ("a=b; Domain=.TEST", "a=b"), ("a=b; Domain=", "a=b"),
        ("", nil), ("a", nil), ("=b", nil), (";a=b", nil), ("a=\u{e4}", nil), ("a=\u{1}", nil),
        ("a=b; Path=/y", nil), ("a=b; Path=/x/y/", nil), ("a=b; Path=/x/y/z", nil),
        ("a=b; Path=/; Path=/z", nil), ("a=b; Max-Age=0", nil), ("a=b; Max-Age=-1", nil),
        ("a=b; Expires=Sun, 06 Nov 1994 08:49:37 GMT", nil), ("a=b; Secure", nil),
        ("a=b; Domain=b.test", nil), ("a=b; Domain=x.a.test", nil), ("a=b; Domain=est", nil),
    ])
    func `a field sets a cookie or none`(_ field: String, _ sent: String?) throws {
        try set(field)
        #expect(try self.sent() == sent)
    }

    @Test(arguments: [
        "http://b.test/x/y", "http://b.a.test/x/y", "http://test/x/y", "http://a.test:81/x/y",
        "http://a.test/", "http://a.test/xy", "http://127.0.0.1/x/y",
    ])
    func `no other server gets it, whatever its domain`(_ url: String) throws {
        try set("a=b", "c=d; Domain=a.test", "e=f; Domain=test")
        #expect(try sent(to: url) == nil)
        #expect(try sent() == "a=b; c=d; e=f")
    }

    @Test func `http and https share cookies that are not for TLS only`() throws {
        try set("a=1", by: "http://a.test/")
        try set("b=2; Secure", "a=3; Secure", by: "https://a.test/")
        #expect(try sent(to: "https://a.test/") == "a=3; b=2")
        #expect(try sent(to: "http://a.test/") == nil)
        // A response without TLS neither reads nor changes them.
        try set("a=4", "b=; Max-Age=0", by: "http://a.test/")
        #expect(try sent(to: "https://a.test/") == "a=3; b=2")
    }

    @Test func `a cookie ends with its time, and is replaced by its name and path`() throws {
        try set("a=1; Max-Age=60", "b=2", "a=0; Path=/")
        try set("b=3")
        #expect(try sent() == "a=1; b=3; a=0")
        clock.advance(by: 60)
        #expect(try sent() == "b=3; a=0")
        try set("b=; Max-Age=0")
        #expect(try sent() == "a=0")
        jar.removeAll()
        #expect(try sent() == nil)
    }

    @Test func `number and size are bounded`() throws {
        try set("long=" + String(repeating: "x", count: 4096))
        #expect(try sent() == nil)
        for index in 0..<60 { try set("c\(index)=") }
        let kept = try #require(try sent()).split(separator: "; ")
        #expect(kept.count == 50)
        #expect(kept.first == "c10=")
        for host in 0..<1000 { try set("d=", by: "http://h\(host).test/x/y") }
        #expect(try sent() == nil)
        #expect(try sent(to: "http://h0.test/x/y") == "d=")
    }
}
