import Testing

@testable import WebImageTool

struct JSONValueTests {
    @Test func `strings have the escapes of JSON, and no byte that is no text`() {
        let text = "\"\\\n\r\t\u{1B}\u{202E}ä\u{10F7FF}"
        let escaped = #""\"\\\n\r\t\u001b\u202eä\#u{FFFD}""#
        #expect(JSONValue.text(text).text == escaped)
        #expect(JSONValue.object([(name: "\n", value: .null)]).text == #"{"\n":null}"#)
    }
}
