import FoundationEssentials
import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImageInterceptors
import WebImageLoading
import WebImagePipeline
import WebImageRuntime
import WebImageTesting

/// The URLs that are resolved.
struct TwoStepURLRuleTests {
    @Test(arguments: [
        ("https://api.test/p/", "https://api.test/p/1", true),
        ("https://api.test/p/", "HTTPS://API.test:443/p/1", true),
        ("https://api.test/p/", "https://api.test/q/1", false),
        ("https://api.test", "https://api.test.evil.test/1", false),
        ("https://api.test/p/", "http://api.test/p/1", false),
        ("https://api.test/p/", "https://api.test@evil.test/p/1", false),
        ("https://api.test/p/", "https://api.test/p/../q", false),
        ("secret:", "secret:1", true),
        // As origins read them.
        ("https://api.test/p/", "https://api.test/%70/1", true),
        ("https://api.test/p/", "https://api.test/%2570%2f1", true),
        ("https://api.test/p/", "https://api.test//p//1", true),
        ("https://api.test/p/", "https://api.test/x/%2e%2e/p/1", true),
        ("https://api.test/p/", "https://api.test./p/1", true),
        ("https://api.test/p/", "https://api.test/x?/p/", false),
        ("https://api.test/p/", "https://api.test/p", false),
        ("https://api.test", "https://api.test/%70", true),
    ])
    func `a prefix is one of scheme, host and path`(prefix: String, url: String, matches: Bool) {
        #expect(TwoStepURLRule.prefix(prefix).matches(url) == matches)
    }

    @Test func `a host is compared whole, without regard to case`() {
        let rule = TwoStepURLRule.host("API.test")
        #expect(rule.matches("http://api.test:8080/a"))
        #expect(!rule.matches("http://www.api.test/a"))
        #expect(!rule.matches("data:,api.test"))
    }

    @Test func `equal rules share a flight, closures only their own`() {
        #expect(
            TwoStepURL(.host("a.test")).identity == TwoStepURL(.host("A.test")).identity)
        #expect(TwoStepURL(.host("a.test")).identity != TwoStepURL(.host("b.test")).identity)
        let own = TwoStepURL(.init { _ in true })
        let copy = own
        #expect(own.identity == copy.identity)
        #expect(own.identity != TwoStepURL(.init { _ in true }).identity)
    }
}
