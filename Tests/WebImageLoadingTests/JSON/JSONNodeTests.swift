import Testing
import WebImageLoading

/// Values of JSON with their lines.
struct JSONNodeTests {
    private func fault(_ text: String) -> JSONFault? {
        do throws(JSONFault) {
            _ = try JSONNode(reading: text.utf8)
            return nil
        } catch {
            return error
        }
    }

    @Test func `values have the line that they begin in`() throws {
        let text = "\u{FEFF}{\n  \"a\": [1,\n    {\"b\":\n \"x\"}],\n  \"c\": null }\n"
        let node = try JSONNode(reading: text.utf8)
        #expect(node.line == 1)
        #expect(node.members?.map(\.name) == ["a", "c"])
        #expect(node.members?.map(\.line) == [2, 5])
        #expect(node.value(at: ["a", "1"])?.line == 3)
        #expect(node.value(at: ["a", "1", "b"])?.line == 4)
        #expect(node.value(at: ["a", "1", "b"])?.text == "x")
        #expect(node.value(at: ["c"])?.kind == "null")
    }

    @Test(
        arguments: [
            (#""a\"\\\/\b\f\n\r\tz""#, "a\"\\/\u{8}\u{C}\n\r\tz"), (#""\u00e9""#, "é"),
            (#""\ud83d\ude00""#, "😀"), (#""é😀""#, "é😀"), (#""""#, ""),
        ])
    func `texts have their escapes replaced`(json: String, text: String) throws {
        #expect(try JSONNode(reading: json.utf8).text == text)
    }

    @Test(arguments: [("0", 0.0), ("-0.5e+2", -50), ("12E-1", 1.2), ("1e2", 100)])
    func `numbers have JSON's form`(json: String, number: Double) throws {
        guard case .number(number) = try JSONNode(reading: json.utf8).value else {
            Issue.record("\(json) is another value")
            return
        }
    }

    @Test(
        arguments: [
            "", "{", "[", "[1", "[1,]", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{a:1}", "01", "+1",
            "1.", ".5", "1e", "0x1", "nul", "1 2", "[1}", "\"", "\"\\x\"", "\"\\ud83d\"",
            "\"\\ude00\"", "\"\\ud83d\\u0041\"", "\"\\u12g4\"", "\"\\u 123\"", "\"a\nb\"", "1e999",
            "{\"a\":1,\"a\":2}", "'a'", "NaN", "// a\n1",
        ])
    func `other texts are refused`(json: String) {
        #expect(fault(json) != nil)
    }

    @Test func `a fault names its line`() {
        #expect(
            fault("{\n\"a\": 1,\n\"a\": 2}")
                == JSONFault(3, #"the name "a" stands twice in one object"#))
        #expect(fault("[\n\n1 2]")?.line == 3)
        #expect(fault("{\n\"a\":\n wrong\n}")?.reason == "expected a value, found 'wrong'")
    }

    @Test func `values inside each other are bounded`() {
        let deep = { String(repeating: "[", count: $0) + String(repeating: "]", count: $0) }
        #expect(fault(deep(32)) == nil)
        #expect(fault(deep(33))?.reason == "more than 32 values inside each other")
        #expect(fault(deep(100_000)) != nil)
    }

    @Test func `bytes that are no UTF-8 are refused`() {
        #expect(throws: JSONFault.self) { try JSONNode(reading: [0x22, 0xC3, 0x28, 0x22]) }
    }

    @Test func `a path leads to nothing beside its names and indices`() throws {
        let node = try JSONNode(reading: #"{"a":[{"b":"x"}]}"#.utf8)
        for path in [
            ["b"], ["a", "1"], ["a", "-1"], ["a", "b"], ["a", "0", "b", "c"], ["a", ""],
        ] {
            #expect(node.value(at: path) == nil, "\(path)")
        }
        #expect(node.value(at: ["a", "0", "b"])?.text == "x")
    }
}
