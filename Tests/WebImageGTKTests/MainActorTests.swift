#if GTK

    import Foundation
    import Testing

    extension GTKTests {
        /// A program whose state lives on `MainActor`, as a process of its own: the main thread of
        /// the tests is not that of GTK.
        struct MainActorTests {
            @Test
            func `jobs of both actors run on the main thread of GTK's loop, and rest when idle`()
                throws
            {
                let program = Bundle.main.bundleURL.appending(path: "GTKChild")
                let child = Process()
                let output = Pipe()
                child.executableURL = program
                child.standardOutput = output
                try child.run()
                let data = output.fileHandleForReading.readDataToEndOfFile()
                child.waitUntilExit()
                let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
                #expect(lines == ["main true", "picture 64x48", "gtk true", "idle true", "done"])
                #expect(child.terminationStatus == 0)
            }
        }
    }

#endif
