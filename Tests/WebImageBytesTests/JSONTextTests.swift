import Testing
import WebImageBytes

struct JSONTextTests {
    @Test(
        arguments: [
            0x00, 0x09, 0x0D, 0x1B, 0x7F, 0x80, 0x85, 0x9B, 0x9F, 0x61C, 0x200E, 0x200F, 0x2028,
            0x2029, 0x202A, 0x202E, 0x2066, 0x2069,
        ] as [UInt32])
    func `characters that move the cursor or turn text are escaped`(_ value: UInt32) throws {
        let scalar = try #require(Unicode.Scalar(value))
        let digits = String(value, radix: 16)
        let escape = "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        #expect(JSONText.escape(of: scalar) == escape)
        #expect(JSONText.string("a\(scalar)b") == "\"a\(escape)b\"")
    }

    @Test func `quotation marks, backslashes and ends of lines have short escapes`() {
        #expect(JSONText.string("\"a\\b\"\n") == #""\"a\\b\"\n""#)
    }

    @Test func `all other characters stay`() {
        let text = "ä/\u{A0}\u{200D}\u{2030}\u{2070}😀\u{10F780}"
        #expect(JSONText.string(text) == "\"\(text)\"")
    }

    @Test func `objects keep the order of their members, whose names are escaped`() {
        let list = JSONText.list([JSONText.string("x"), "1"])
        #expect(JSONText.object([("b\"", list), ("a", "true")]) == #"{"b\"":["x",1],"a":true}"#)
        #expect(JSONText.object([]) == "{}")
        #expect(JSONText.list([]) == "[]")
    }

    @Test func `numbers have at most three decimals`() {
        let texts = [0.12345, 2, -1.5, .nan, .infinity].map(JSONText.number)
        #expect(texts == ["0.123", "2", "-1.5", "0", "0"])
    }
}
