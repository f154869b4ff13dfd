#if Server
    import Testing

    @testable import WebImageServer

    struct JSONTextTests {
        @Test(
            arguments: [
                0x00, 0x1B, 0x7F, 0x80, 0x85, 0x9B, 0x9F, 0x61C, 0x200E, 0x200F, 0x2028, 0x2029,
                0x202A,
                0x202E, 0x2066, 0x2069,
            ] as [UInt32])
        func `characters that move the cursor or turn text are escaped`(_ value: UInt32) throws {
            let scalar = try #require(Unicode.Scalar(value))
            let digits = String(value, radix: 16)
            let zeros = String(repeating: "0", count: 4 - digits.count)
            #expect(JSONText.string("a\(scalar)b") == "\"a\\u\(zeros)\(digits)b\"")
        }

        @Test func `all other characters stay`() {
            #expect(
                JSONText.string("ä\u{A0}\u{200D}\u{2030}\u{2070}😀")
                    == "\"ä\u{A0}\u{200D}\u{2030}\u{2070}😀\"")
        }
    }
#endif
