import Foundation
import Testing
import WebImageCoding
import WebImageURLs

@Suite struct SettingFormListsTests {
    private func read<Value>(
        _ text: String, _ form: SettingForm<Value>
    ) throws(SettingFault) -> Value? {
        var read = EnvironmentReader(["P_X": text], prefix: "P_")
        return try read("X", form)
    }

    @Test func `lists have no empty values and no white space around values`() throws {
        #expect(try read(" a, b c ,,", .list) == ["a", "b c"])
        #expect(try read(",", .list) == [])
    }

    @Test func `formats and qualities are read by their names`() throws {
        #expect(try read("jpg, webp", .formats) == [.jpeg, .webp])
        #expect(try read("webp=79,jpg = 1,webp=80", .qualities) == [.webp: 80, .jpeg: 1])
        #expect(throws: SettingFault.self) { try read("jpg,xyz", .formats) }
        for text in ["foo=1", "jpg=0", "jpg=101", "jpg", "jpg=a", "=1", "jpg=1,png"] {
            #expect(throws: SettingFault.self) { try read(text, .qualities) }
        }
    }

    @Test func `keys are hexadecimal, and no fault shows them`() throws {
        #expect(try read("00ff, 0A", .keys) == [[0, 255], [10]])
        for text in ["zz", "abc", "00,,01", "00,"] {
            #expect {
                try read(text, .keys)
            } throws: {
                "\($0)" == "P_X: expected hexadecimal digits, two for a byte"
            }
        }
    }

    @Test func `pictures are read in Base64, and no fault shows them`() throws {
        #expect(try read("AP8=", .base64) == [0, 255])
        #expect {
            try read("!!!", .base64)
        } throws: {
            "\($0)" == "P_X: expected Base64"
        }
    }

    @Test func `lines of a file are read without comments`() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "lines-\(UUID()).txt")
        try "a=b\r\n# c\n\n  d=e ".write(to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        #expect(try read(file.path, .linesOfFile) == ["a=b", "d=e"])
        #expect(throws: SettingFault.self) { try read(file.path + "x", .linesOfFile) }
    }
}
