import Testing
import WebImageCaching
import WebImageLoading

/// Header fields by name and value.
struct HeaderMatchTests {
    @Test(
        arguments: [
            (HeaderMatch("errorcode"), "anything"), (HeaderMatch("ERRORCODE"), ""),
            (HeaderMatch("ErrorCode", 100), "100"), (HeaderMatch("ErrorCode", 100), "7, +100 ,8"),
            (HeaderMatch("ErrorCode", "bad"), " bad\t"), (HeaderMatch("ErrorCode", "bad"), "a,bad"),
            (HeaderMatch("ErrorCode", "a, b"), "a, b"),
            (HeaderMatch("ErrorCode", "\"a,b\""), "x, \"a,b\", c"),
            (HeaderMatch("ErrorCode", "\"a\\\",b\""), "x, \"a\\\",b\""),
        ])
    func `a field is found by name, and by a whole value`(match: HeaderMatch, line: String) {
        #expect(match.found(in: ["X": "1", "ErrorCode": line]) != nil)
        #expect(match.found(in: ["X": line]) == nil)
    }

    @Test(
        arguments: [
            (HeaderMatch("ErrorCode", 100), "100abc"), (HeaderMatch("ErrorCode", 100), "1000"),
            (HeaderMatch("ErrorCode", "bad"), "Bad"), (HeaderMatch("ErrorCode", "bad"), "badly"),
            (HeaderMatch("ErrorCode", "bad"), "bad one"), (HeaderMatch("ErrorCode", "bad"), ""),
            (HeaderMatch("ErrorCode", "b"), "\"a,b\""), (HeaderMatch("ErrorCode", "é"), "e\u{301}"),
        ])
    func `another value does not fit`(match: HeaderMatch, line: String) {
        #expect(match.found(in: ["ErrorCode": line]) == nil)
    }

    @Test func `of several lines one is enough, and it is told`() {
        let headers: HeaderFields = ["ErrorCode": "7", "X": "1", "errorcode": "  bad , worse"]
        #expect(HeaderMatch("ErrorCode").found(in: headers) == "7")
        #expect(HeaderMatch("ErrorCode", "worse").found(in: headers) == "worse")
        #expect(HeaderMatch("ErrorCode", 7).found(in: headers) == "7")
    }

    @Test(
        arguments: [
            ("ErrorCode", HeaderMatch("ErrorCode")), (" ErrorCode ", HeaderMatch("ErrorCode")),
            ("ErrorCode: 100", HeaderMatch("ErrorCode", 100)),
            ("ErrorCode:-1", HeaderMatch("ErrorCode", -1)),
            ("ErrorCode: 0100", HeaderMatch("ErrorCode", "0100")),
            ("ErrorCode: +1", HeaderMatch("ErrorCode", "+1")),
            ("X-State:  broken: yes ", HeaderMatch("X-State", "broken: yes")),
        ])
    func `a text names a field, with a value or without`(text: String, match: HeaderMatch) {
        #expect(HeaderMatch(reading: text) == match)
        #expect(HeaderMatch(reading: match.description) == match)
    }

    @Test(arguments: ["", ":", ": 100", "ErrorCode:", "ErrorCode: ", "Error Code", "é", "a: \u{7}"])
    func `other texts name none`(text: String) {
        #expect(HeaderMatch(reading: text) == nil)
    }

    @Test func `different matches have different names in keys`() {
        let matches = [
            HeaderMatch("a"), HeaderMatch("b"), HeaderMatch("a", 1), HeaderMatch("a", "1"),
            HeaderMatch("a", "="), HeaderMatch("a", ""),
        ]
        #expect(Set(matches.map(\.spelling)).count == matches.count)
        #expect(HeaderMatch("A", 1).spelling == HeaderMatch("a", 1).spelling)
    }
}
