import Foundation
import Testing

/// Standard input that does not block, as node and containers hand it over.
struct SlowInputTests {
    /// Runs the command with a pipe that has its bytes piece by piece.
    private func run(
        _ words: [String], _ bytes: [UInt8], in folder: Folder
    ) async throws -> (status: Int32, text: String, errors: String) {
        let (process, input) = (Process(), Pipe())
        let descriptor = input.fileHandleForReading.fileDescriptor
        #expect(fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) == 0)
        process.executableURL = URL(filePath: Tool.path)
        process.arguments = words
        process.currentDirectoryURL = URL(filePath: folder.path)
        for name in ["out", "err"] { try folder.write([], to: name) }
        process.standardInput = input.fileHandleForReading
        process.standardOutput = try FileHandle(forWritingTo: URL(filePath: folder("out")))
        process.standardError = try FileHandle(forWritingTo: URL(filePath: folder("err")))
        try process.run()
        for start in stride(from: 0, to: bytes.count, by: 40) {
            try await Task.sleep(for: .milliseconds(20))
            let piece = Data(bytes[start..<min(start + 40, bytes.count)])
            try input.fileHandleForWriting.write(contentsOf: piece)
        }
        try input.fileHandleForWriting.close()
        for _ in 0..<2_000 where process.isRunning { try await Task.sleep(for: .milliseconds(10)) }
        if process.isRunning { process.terminate() }
        let text = { (name: String) in String(decoding: try folder.read(name), as: UTF8.self) }
        return (
            process.isRunning ? -1 : process.terminationStatus, try text("out"), try text("err")
        )
    }

    @Test func `a picture is read to its end`() async throws {
        let folder = try Folder()
        let outcome = try await run(["info", "-", "--json"], try Pictures.png(), in: folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.text.contains("\"width\":40"))
    }

    @Test func `a list is read to its end`() async throws {
        let folder = try Folder()
        try folder.write(try Pictures.png(), to: "a.png")
        let lines = Array(String(repeating: "a.png\n", count: 20).utf8)
        let outcome = try await run(["info", "-i", "-", "--json"], lines, in: folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.text.split(separator: "\n").count == 20)
    }
}
