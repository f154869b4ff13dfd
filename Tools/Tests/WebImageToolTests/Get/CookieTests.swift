import Testing

@testable import WebImageTool

/// The places that cookies of a file are sent to.
struct CookieTests {
    private let cookie = FileCookie(".bank.example\tTRUE\t/a\tFALSE\t0\tsid\t1")

    @Test(arguments: [
        "https://bank.example/a", "http://www.BANK.example:8080/a/b?c",
        "https://me@bank.example/a#b",
    ])
    func `a cookie is sent to its domain`(url: String) throws {
        let (cookie, place) = try (#require(cookie), #require(WebPlace(url)))
        #expect(cookie.belongs(to: place, at: 1))
    }

    @Test(arguments: [
        // A combining accent makes another character of the slash, the question mark and the hash.
        "https://evil.example/\u{301}.bank.example/a",
        "https://evil.example?\u{301}.bank.example/a",
        "https://evil.example#\u{301}.bank.example/a", "https://evil.example/@bank.example/a",
        "https://bank.example/a/../b", "https://bank.example/b", "https://evilbank.example/a",
        "ftp://bank.example/a",
    ])
    func `a cookie is sent to no other place`(url: String) throws {
        let cookie = try #require(cookie)
        #expect(WebPlace(url).map { cookie.belongs(to: $0, at: 1) } != true)
    }
}
