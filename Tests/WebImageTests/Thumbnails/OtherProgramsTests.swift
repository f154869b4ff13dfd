#if JPEG && PNG && GIF
    import Foundation
    import Testing
    import WebImage

    @testable import WebImageThumbnails

    /// Thumbnails that other programs of the desktop read and write.
    struct OtherProgramsTests {
        private let desk: Desk

        init() throws { desk = try Desk() }

        @Test(
            .enabled(if: Program.exists("gio"), "there is no gio"),
            arguments: ["photo.jpg", "a b#%?;ä€😀.jpg"])
        func `GLib takes a thumbnail of ours for valid, until the file changes`(
            name: String
        ) async throws {
            let path = try desk.photograph(name)
            let caches = ["XDG_CACHE_HOME": desk.caches]
            for (side, size) in [(90, "normal"), (144, "large"), (300, "x-large")] {
                try await desk.load(path, side)
                let told = try await Program.output(
                    ["gio", "info", "-a", "thumbnail::*", path], caches)
                let kept = try desk.thumbnail(of: path, size)
                #expect(told.contains("thumbnail::path: \(kept)"), "\(told)")
                #expect(told.contains("thumbnail::is-valid: TRUE"), "\(told)")
            }
            try desk.touch(path, 1_600_000_000)
            let told = try await Program.output(
                ["gio", "info", "-a", "thumbnail::is-valid", path], caches)
            #expect(told.contains("thumbnail::is-valid: FALSE"), "\(told)")
        }

        @Test(
            .enabled(if: Program.tumbler != nil, "there is no tumblerd, dbus-run-session or gdbus"))
        func `a thumbnail that tumbler has made is shown`() async throws {
            let path = try desk.photograph("a b#ä.jpg")
            try desk.touch(path, 1_700_000_000)
            let original = try desk.original(path)
            let kept = "\(desk.store.folder)/large/" + FileURI.thumbnailName(of: original.uri)
            try FileManager.default.createDirectory(
                atPath: desk.caches, withIntermediateDirectories: true)
            let told = try await Program.output(
                ["dbus-run-session", "--", "sh", "-c", Self.asking],
                [
                    "XDG_CACHE_HOME": desk.caches, "HOME": desk.folder, "KEPT": kept,
                    "URI": original.uri, "TUMBLERD": Program.tumbler ?? "",
                ])
            #expect(desk.file(kept)?.shows(original, as: original.uri) == true, "\(told)")
            // Bytes of the same length and time that are no picture: only the thumbnail shows one.
            _ = try desk.write([UInt8](repeating: 0, count: original.byteCount), "a b#ä.jpg")
            try desk.touch(path, original.modified)
            let response = try await desk.load(path, 144) { $0.firstFrameOnly = true }
            #expect(response.image.size == PixelSize(192, 144))
        }

        /// Starts tumbler, asks it for a thumbnail, and waits until that is there.
        private static let asking = """
            "$TUMBLERD" & daemon=$!
            name=org.freedesktop.thumbnails.Thumbnailer1
            gdbus wait --session --timeout 30 $name
            gdbus call --session -d $name -o /org/freedesktop/thumbnails/Thumbnailer1 \
                -m $name.Queue "['$URI']" "['image/jpeg']" large default 0
            for _ in $(seq 300); do [ ! -e "$KEPT" ] || break; sleep 0.1; done
            kill -KILL $daemon
            """
    }

    /// Programs of this machine.
    enum Program {
        static func path(of name: String) -> String? {
            ["/usr/bin", "/usr/local/bin"].map { "\($0)/\(name)" }
                .first { FileManager.default.isExecutableFile(atPath: $0) }
        }

        /// The path of tumbler's daemon; nil without it, and without the programs that call it.
        static let tumbler: String? = {
            guard exists("dbus-run-session"), exists("gdbus") else { return nil }
            let folders = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib")) ?? []
            return (folders.map { "/usr/lib/\($0)" } + ["/usr/lib"])
                .map { "\($0)/tumbler-1/tumblerd" }
                .first { FileManager.default.isExecutableFile(atPath: $0) }
        }()

        static func exists(_ name: String) -> Bool { path(of: name) != nil }

        /// Runs a program and returns what it prints, errors included.
        static func output(
            _ words: [String], _ environment: [String: String]
        ) async throws -> String {
            let process = Process()
            // Children of tests ignore signals, by which a bus ends its programs.
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = ["--default-signal=INT,TERM,HUP", "timeout", "120"] + words
            process.environment = ProcessInfo.processInfo.environment
                .merging(["LC_ALL": "C.UTF-8"].merging(environment) { $1 }) { $1 }
            let pipe = Pipe()
            (process.standardOutput, process.standardError) = (pipe, pipe)
            return try await withCheckedThrowingContinuation { waiter in
                process.terminationHandler = { _ in
                    let data = pipe.fileHandleForReading.readDataToEndOfFile()
                    waiter.resume(returning: String(decoding: data, as: UTF8.self))
                }
                do { try process.run() } catch { waiter.resume(throwing: error) }
            }
        }
    }
#endif
