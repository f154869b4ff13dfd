import Testing
import WebImageCaching
import WebImageRuntime

struct CacheKeyTests {
    @Test func `equal names are equal keys`() {
        #expect(CacheKey("a") == CacheKey("a"))
        #expect(CacheKey("a").hashValue == CacheKey("a").hashValue)
        #expect(CacheKey("a").digest == CacheKey("a").digest)
        #expect(CacheKey("a") != CacheKey("b"))
    }

    @Test func `parts that join to the same text are different keys`() {
        let lists: [[(name: String, value: String)]] = [
            [], [("a", "")], [("a", "b")], [("a", "b"), ("c", "d")], [("a", "b;c=1:d")],
            [("a", "b;"), ("c", "d")], [("a", "1:b")], [("", "ab")],
            [("c", "d"), ("a", "b")], [("a", "bc"), ("", "d")], [("a", "b"), ("c", "d"), ("", "")],
        ]
        let keys = lists.map { CacheKey(subject: "s", parts: $0) }
        #expect(Set(keys).count == lists.count)
        #expect(Set(keys.map(\.digest)).count == lists.count)
    }

    @Test func `what a log shows makes no difference`() {
        let parts = [(name: "url", value: "u")]
        let (one, other) = (
            CacheKey(subject: "a", parts: parts), CacheKey(subject: "b", parts: parts)
        )
        #expect(one == other)
        #expect(one.hashValue == other.hashValue)
    }

    @Test func `its description hides its parts`() {
        let key = CacheKey(
            subject: "https://a/b", parts: [("url", "https://a/b?token=secret"), ("h", "hunter2")])
        #expect(key.description == "https://a/b#\(key.digest.prefix(8))")
        #expect(!key.description.contains("secret"))
        #expect(!CacheKey("own secret").description.contains("secret"))
    }

    @Test func `a digest is 64 lower-case hexadecimal digits`() {
        #expect(CacheKey("x").digest.count == 64)
        #expect(CacheKey("x").digest.allSatisfy { $0.isHexDigit && !$0.isUppercase })
    }
}
