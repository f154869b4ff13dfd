#if GTK

    import Foundation
    import Testing
    import WebImageGTK

    extension GTKTests {
        /// A program with a window, as a process of its own.
        struct GTKProgramTests {
            @Test func `a program runs until its window is closed`() throws {
                let child = Process()
                let output = Pipe()
                child.executableURL = Bundle.main.bundleURL.appending(path: "GTKChild")
                child.arguments = ["program"]
                child.standardOutput = output
                try child.run()
                let data = output.fileHandleForReading.readDataToEndOfFile()
                child.waitUntilExit()
                let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
                #expect(lines == ["title Child", "picture 64x48"])
                #expect(child.terminationStatus == 0)
            }

            @Test func `a second thread is refused`() {
                #expect(GTKProgram.run("org.example.Second") {} == 1)
            }
        }
    }

#endif
