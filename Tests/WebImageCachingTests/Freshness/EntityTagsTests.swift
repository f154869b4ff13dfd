import Testing
import WebImageCaching

/// The value of `If-None-Match`.
struct EntityTagsTests {
    @Test(arguments: [
        ("\"a\"", ["\"a\""]), ("W/\"a\", \"b,c\",,\"\"", ["W/\"a\"", "\"b,c\"", "\"\""]),
        ("\"a\\\", \"b\"", ["\"a\\\"", "\"b\""]), ("a , b", ["a", "b"]), ("", []), (" ,", []),
        ("\"a", ["\"a"]), ("W/", ["W/"]), ("*", ["*"]),
    ])
    func `a list has tags, in which nothing is escaped`(field: String, tags: [String]) {
        #expect(EntityTags(field).tags == tags)
    }

    @Test func `a star alone is any tag`() {
        #expect(EntityTags("*").match("\"a\""))
        #expect(!EntityTags("\"b\", *").match("\"a\""))
        #expect(EntityTags("\"b\", W/\"a\"").match("\"a\""))
        #expect(!EntityTags("w/\"a\"").match("\"a\""))
    }
}
