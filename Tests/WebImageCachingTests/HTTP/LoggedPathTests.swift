import Testing
import WebImageCaching

struct LoggedPathTests {
    @Test(arguments: [
        ("/b.png", "/b.png"), ("/b@2x.png", "/b@2x.png"), ("/@user/b%20c", "/@user/b%20c"),
        ("/b%3Ftoken=key", "/b"), ("/b%253Ftoken=key/c", "/b"), ("/b%25253ftoken", "/b"),
        ("/b%23token", "/b"), ("/b%%33Ftoken", "/b"), ("/b c%3Fd", "/b%20c"),
        ("/https://u:key@a.test/b", "/https://…@a.test/b"),
        ("/https://u:key@a.test/b%3Fc:d", "/https://…@a.test/b"),
        ("/https:/key@a.test/b", "/https:/…@a.test/b"), ("//key@a.test/b", "//…@a.test/b"),
        ("/https%3A%2F%2Fu%3Akey%40a.test%2Fb", "/https://…@a.test/b"),
        ("/u:key@a.test/b", "/…@a.test/b"), ("/", "/"), ("", ""),
        ("/b%zz%2%", "/b%zz%2%"),
    ])
    func `a path in logs has neither users nor queries`(path: String, shown: String) {
        #expect(HTTPAddress.loggedPath(path) == shown)
    }

    @Test func `escapes deep in one another are not shown`() {
        #expect(
            HTTPAddress.loggedPath("/b%" + String(repeating: "25", count: 20) + "3Fkey") == "/…")
    }

    @Test func `an address is logged without what its path hides`() throws {
        let address = try HTTPAddress("http://u:key@a.test/http://v:key@b.test/c%3Fkey?key")
        #expect("\(address)" == "http://a.test/http://…@b.test/c")
        #expect(address.url == "http://a.test/http://v:key@b.test/c%3Fkey?key")
    }
}
