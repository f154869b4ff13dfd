import Testing
import WebImageTransforms
import WebImageURLs

@Suite struct EnvironmentReaderTests {
    private func reader(_ value: String) -> EnvironmentReader {
        EnvironmentReader(["P_X": value], prefix: "P_")
    }

    @Test(arguments: ["", " ", "\t\n"])
    func `an empty or blank variable counts as unset`(_ value: String) throws {
        let reader = reader(value)
        #expect(reader.text("X") == nil)
        #expect(try reader.boolean("X") == nil)
        #expect(try reader.integer("X", in: 1...2) == nil)
        #expect(try reader.number("X", in: 1...2) == nil)
        #expect(try reader.seconds("X") == nil)
        #expect(try reader.color("X") == nil)
        #expect(try reader.formats("X") == nil)
        #expect(try reader.qualities("X") == nil)
        #expect(try reader.base64("X") == nil)
        #expect(try reader.keys("X") == [])
        #expect(try reader.lines(ofFile: "X") == [])
        #expect(reader.list("X") == [])
    }

    @Test func `white space around a value is dropped`() throws {
        #expect(reader(" a b\n").text("X") == "a b")
        #expect(try reader(" 7 ").integer("X", in: 0...9) == 7)
    }

    @Test func `booleans are the words of Go`() throws {
        for word in ["1", "t", "T", "true", "TRUE", "True"] {
            #expect(try reader(word).boolean("X") == true)
        }
        for word in ["0", "f", "F", "false", "FALSE", "False"] {
            #expect(try reader(word).boolean("X") == false)
        }
        for word in ["yes", "no", "tRUE", "2", "on"] {
            #expect(throws: SettingFault.self) { try reader(word).boolean("X") }
        }
    }

    @Test func `numbers are decimal and within their range`() throws {
        #expect(try reader("+12").integer("X", in: 0...12) == 12)
        #expect(try reader("1e2").number("X", in: 0...100) == 100)
        #expect(try reader("90").seconds("X") == .seconds(90))
        for text in ["13", "-1", "1.5", "0x1", "99999999999999999999", "a", "1 2"] {
            #expect(throws: SettingFault.self) { try reader(text).integer("X", in: 0...12) }
        }
        for text in ["nan", "inf", "1e400", "0x1p3", "101", "-0.1"] {
            #expect(throws: SettingFault.self) { try reader(text).number("X", in: 0...100) }
        }
        for text in ["1.5", "10s", "-1"] {
            #expect(throws: SettingFault.self) { try reader(text).seconds("X") }
        }
    }

    @Test func `colours have 3 or 6 digits`() throws {
        #expect(try reader("f80").color("X") == RGBAColor(red: 255, green: 136, blue: 0))
        #expect(try reader("3366FF").color("X") == RGBAColor(red: 51, green: 102, blue: 255))
        for text in ["#fff", "ffff", "ggg", "12", "ff8000ff"] {
            #expect(throws: SettingFault.self) { try reader(text).color("X") }
        }
    }

    @Test func `a fault names the variable, the form and the value`() {
        #expect {
            try reader("101\u{7}").integer("X", in: 1...100)
        } throws: {
            "\($0)" == "P_X: expected a whole number from 1 to 100, found '101?'"
        }
    }
}
