import Testing
import WebImageURLs

@Suite struct SettingFormTests {
    private func read<Value>(
        _ text: String, _ form: SettingForm<Value>
    ) throws(SettingFault) -> Value? {
        var read = EnvironmentReader(["P_X": text], prefix: "P_")
        return try read("X", form)
    }

    @Test func `booleans are the words of Go`() throws {
        for word in ["1", "t", "T", "true", "TRUE", "True"] {
            #expect(try read(word, .bool) == true)
        }
        for word in ["0", "f", "F", "false", "FALSE", "False"] {
            #expect(try read(word, .bool) == false)
        }
        for word in ["yes", "no", "tRUE", "2", "on"] {
            #expect(throws: SettingFault.self) { try read(word, .bool) }
        }
    }

    @Test func `numbers are decimal and within their range`() throws {
        #expect(try read("+12", .count(0...12)) == 12)
        #expect(try read("1e2", .number(0...100)) == 100)
        #expect(try read("90", .seconds()) == .seconds(90))
        #expect(try read("75e6", .pixels) == 75_000_000)
        for text in ["13", "-1", "1.5", "0x1", "99999999999999999999", "a", "1 2"] {
            #expect(throws: SettingFault.self) { try read(text, .count(0...12)) }
        }
        for text in ["nan", "inf", "1e400", "0x1p3", "101", "-0.1"] {
            #expect(throws: SettingFault.self) { try read(text, .number(0...100)) }
        }
        for text in ["1.5", "10s", "-1", "0", "2147483648"] {
            #expect(throws: SettingFault.self) { try read(text, .seconds()) }
        }
        for text in ["0", "1000000000001"] {
            #expect(throws: SettingFault.self) { try read(text, .pixels) }
        }
    }

    @Test func `0 is none where that is the form`() throws {
        #expect(try read("0", .countOrNone(0...9)) == .some(nil))
        #expect(try read("9", .countOrNone(0...9)) == 9)
        #expect(try read("0", .megapixels(from: 0)) == .some(nil))
        #expect(try read("1.5", .megapixels(from: 0)) == 1_500_000)
        #expect(throws: SettingFault.self) { try read("0", .megapixels(from: 1e-6)) }
    }

    @Test func `a form tells its bounds, which are those of the fault`() {
        let words = [
            SettingForm<Int>.count(1...100).words, SettingForm<Int>.countOrNone(0...Int.max).words,
            SettingForm<Int>.seconds().words, SettingForm<Int>.megapixels(from: 1e-6).words,
        ]
        #expect(
            words == [
                "a whole number from 1 to 100", "a whole number from 0",
                "a whole number from 1 to 2147483647", "a number from 1e-06 to 1000000",
            ])
        #expect {
            try read("101\u{7}", .count(1...100))
        } throws: {
            "\($0)" == "P_X: expected \(words[0]), found '101?'"
        }
    }
}
