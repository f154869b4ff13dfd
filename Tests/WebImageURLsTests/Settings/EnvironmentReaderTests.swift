import Testing
import WebImageURLs

@Suite struct EnvironmentReaderTests {
    private func reader(_ value: String) -> EnvironmentReader {
        EnvironmentReader(["P_X": value], prefix: "P_")
    }

    @Test(arguments: ["", " ", "\t\n"])
    func `an empty or blank variable counts as unset`(_ value: String) throws {
        var read = reader(value)
        var (size, name) = (5, String?.none)
        #expect(read.text("X") == nil)
        #expect(try read("X", .text) == nil)
        #expect(try read("X", .list) == nil)
        #expect(try !read("X", .count(1...9), &size))
        #expect(try !read("X", .text, &name))
        #expect(size == 5)
        #expect(name == nil)
    }

    @Test func `white space around a value is dropped`() throws {
        var read = reader(" a b\n")
        var name: String?
        #expect(read.text("X") == "a b")
        #expect(try read("X", .text, &name))
        #expect(name == "a b")
    }

    @Test func `a value that is set goes to its place`() throws {
        var read = reader(" 7 ")
        var size = 5
        #expect(try read("X", .count(0...9), &size))
        #expect(size == 7)
    }

    @Test func `a value of another form is a fault, and stays out of its place`() {
        var read = reader("10")
        var size = 5
        #expect {
            try read("X", .count(0...9), &size)
        } throws: {
            "\($0)" == "P_X: expected a whole number from 0 to 9, found '10'"
        }
        #expect(size == 5)
    }

    @Test func `reading declares a variable, set or not`() throws {
        var read = EnvironmentReader(["P_SIZE": "7"], prefix: "P_")
        var (size, name, time) = (5, String?.none, Duration.seconds(3))
        try read("SIZE --size", .count(1...9), &size, "Size of it")
        try read("NAME", .text, &name)
        try read("TIME", .seconds(), &time, standard: "long")
        _ = try read("FORMATS", .formats, standard: "png", "Formats")
        #expect(read.declared.map(\.variable) == ["P_SIZE", "P_NAME", "P_TIME", "P_FORMATS"])
        #expect(read.declared.map(\.flag) == ["--size", nil, nil, nil])
        #expect(read.declared.map(\.standard) == ["5", "", "long", "png"])
        #expect(read.declared.map(\.help) == ["Size of it", "", "", "Formats"])
        #expect(read.declared.first?.form == "a whole number from 1 to 9")
    }
}
