#if Sandbox && os(Linux)
    import Foundation
    import Glibc
    import Testing
    import WebImage

    @testable import WebImageSandbox

    /// A starter that fails is tried again after a pause, which is that of its format alone.
    @Suite struct StartersTests {
        @Test func `a format whose starter fails does not delay another one`() throws {
            let folder = FileManager.default.temporaryDirectory
                .appending(path: "webimage-starters-\(getpid())")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let (program, log) = (folder.appending(path: "starter"), folder.appending(path: "log"))
            let script = "#!/bin/sh\necho start >> '\(log.path)'\nexit 3\n"
            try script.write(to: program, atomically: false, encoding: .utf8)
            chmod(program.path, 0o700)
            let starters = Starters(.init(identity: "test", executable: program.path))
            func starts() -> Int {
                ((try? String(contentsOf: log, encoding: .utf8)) ?? "").count { $0 == "\n" }
            }
            for _ in 0..<20 {
                #expect(throws: SandboxError.self) { try starters.starter(for: .jxl) }
            }
            // Two pauses have no length, the third is one second.
            #expect((3...4).contains(starts()))
            let before = starts()
            #expect(throws: SandboxError.self) { try starters.starter(for: .svg) }
            #expect(throws: SandboxError.self) { try starters.starter(for: nil) }
            #expect(starts() == before + 2)
        }
    }
#endif
