import Foundation
import Testing
import WebImageCoding
import WebImageURLs

@Suite struct EnvironmentReaderListsTests {
    private func reader(_ value: String) -> EnvironmentReader {
        EnvironmentReader(["P_X": value], prefix: "P_")
    }

    @Test func `lists have no empty values and no white space around values`() {
        #expect(reader(" a, b c ,,").list("X") == ["a", "b c"])
        #expect(reader("a,b;c").list("X", separator: ";") == ["a,b", "c"])
    }

    @Test func `formats and qualities are read by their names`() throws {
        #expect(try reader("jpg, webp").formats("X") == [.jpeg, .webp])
        #expect(try reader("webp=79,jpg = 1").qualities("X") == [.webp: 79, .jpeg: 1])
        #expect(throws: SettingFault.self) { try reader("jpg,xyz").formats("X") }
        for text in ["foo=1", "jpg=0", "jpg=101", "jpg", "jpg=a", "=1"] {
            #expect(throws: SettingFault.self) { try reader(text).qualities("X") }
        }
    }

    @Test func `keys are hexadecimal, and no fault shows them`() throws {
        #expect(try reader("00ff, 0A").keys("X") == [[0, 255], [10]])
        for text in ["zz", "abc", "00,,01", "00,"] {
            #expect {
                try reader(text).keys("X")
            } throws: {
                "\($0)" == "P_X: expected hexadecimal digits, two for a byte"
            }
        }
    }

    @Test func `pictures are read in Base64`() throws {
        #expect(try reader("AP8=").base64("X") == [0, 255])
        #expect(throws: SettingFault.self) { try reader("!!!").base64("X") }
    }

    @Test func `lines of a file are read without comments`() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "lines-\(UUID()).txt")
        try "a=b\r\n# c\n\n  d=e ".write(to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        #expect(try reader(file.path).lines(ofFile: "X") == ["a=b", "d=e"])
        #expect(throws: SettingFault.self) { try reader(file.path + "x").lines(ofFile: "X") }
    }
}
