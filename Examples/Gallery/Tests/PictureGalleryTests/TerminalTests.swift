import Foundation
import Testing

/// The built program as a separate process.
struct TerminalTests {
    /// Runs the program without a display and returns its exit status and its lines for errors.
    private func run(_ arguments: [String] = []) throws -> (status: Int32, error: String) {
        let process = Process()
        process.executableURL = Bundle.main.bundleURL.appending(path: "gallery")
        process.arguments = arguments
        let displays = ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET", "GDK_BACKEND"]
        process.environment = ProcessInfo.processInfo.environment.filter {
            !displays.contains($0.key)
        }
        let error = Pipe()
        process.standardError = error
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        let data = error.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: data, as: UTF8.self))
    }

    @Test func `without a display it says so and fails`() throws {
        let (status, error) = try run()
        #expect(status == 1)
        #expect(error.hasSuffix("gallery: there is no display\n"))
    }

    @Test func `arguments that it doesn't know are refused`() throws {
        #expect(try run(["--colour"]).status == 64)
    }
}
