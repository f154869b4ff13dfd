#if Sandbox && os(Linux)
    import Foundation
    import Glibc
    import SandboxAttacks
    import TestSupport
    import Testing
    import WebImage
    import WebImageSandbox

    /// Workers start when needed, end in time, and leave nothing behind.
    @Suite(.serialized) struct PoolTests {
        @Test func layersAreReported() throws {
            let worker = try BuiltProgram.path(of: "webimage-decoder")
            let report = try SandboxReport.make(worker: worker)
            #expect(report.layers.isSuperset(of: [.noNewPrivileges, .resources, .descriptors]))
            // CI has seccomp and Landlock; another machine may lack them.
            #expect(report.missing.allSatisfy { !report.layers.contains($0) })
        }

        @Test func anExecutableThatDoesNotDecodeIsNamed() async throws {
            let reasons = [
                "/bin/true": "it ended (status 0)",
                "/nonexistent/decoder": "starting /nonexistent/decoder failed: No such file",
            ]
            for (path, reason) in reasons {
                let error = await #expect(throws: SandboxError.self) {
                    _ = try await CodecList.sandboxed(worker: path)
                }
                #expect(error.map { "\($0)".contains(reason) } ?? false, "\(error as Any)")
            }
            await #expect(throws: SandboxError.self) {
                var codecs = CodecList.installed
                codecs.decoders.append(AttackDecoder())
                // This executable has no such decoder.
                _ = try await CodecList.sandboxed(
                    codecs, worker: try BuiltProgram.path(of: "webimage-decoder"))
            }
        }

        @Test func aMissingExecutableIsAnErrorOfThePictureAndNoLoop() throws {
            let codecs = CodecList.sandboxedOnFirstUse(worker: "/nonexistent/decoder")
            let decoder = try codecs.decoder(for: .png)
            let start = ContinuousClock.now
            for _ in 0..<2000 {
                do throws(CodecError) {
                    let bytes = ByteBlock(copying: Array("no picture".utf8))
                    try bytes.withSpan { bytes throws(CodecError) in
                        _ = try decoder.decode(bytes, options: DecodeOptions())
                    }
                    Issue.record("a picture was decoded without a process")
                } catch {
                    guard case .workerEnded(.png, .start) = error else {
                        Issue.record("\(error)")
                        continue
                    }
                }
            }
            #expect(start.duration(to: .now) < .seconds(20))
        }

        @Test func anExecutableThatComesLaterIsUsed() async throws {
            let path = "/tmp/webimage-late-decoder-\(getpid())"
            let codecs = CodecList.sandboxedOnFirstUse(worker: path)
            let decoder = try codecs.decoder(for: .png)
            let png = try CodecList.installed.encoder(for: .png).encode(
                Bitmap(size: PixelSize(5, 4)), settings: EncodeSettings())
            func decode() -> PixelSize? {
                try? png.withSpan { try decoder.decode($0, options: DecodeOptions()).bitmap.size }
            }
            for _ in 0..<10 { #expect(decode() == nil) }
            try FileManager.default.createSymbolicLink(
                atPath: path, withDestinationPath: BuiltProgram.path(of: "webimage-decoder"))
            defer { try? FileManager.default.removeItem(atPath: path) }
            for _ in 0..<100 where decode() == nil { try await Task.sleep(for: .milliseconds(100)) }
            #expect(decode() == PixelSize(5, 4))
        }

        @Test func aWorkerThatIsIdleForLongIsEnded() async throws {
            #expect(try await Child.line(of: "idle") == "1 worker, then 0")
        }

        @Test func cancellationEndsTheWork() async throws {
            let codecs = try await sandboxedCodecs()
            let work = Task.detached { () -> CodecError? in
                do throws(CodecError) {
                    _ = try await codecs.decode(Attack.spin.bytes(), limits: .within(.seconds(60)))
                    return nil
                } catch {
                    return error
                }
            }
            // The tests of other suites block the cooperative threads.
            Thread.detachNewThread {
                usleep(200_000)
                work.cancel()
            }
            #expect(await work.value == .cancelled)
        }

        @Test func manyAtOnceAreDecoded() async throws {
            let codecs = try await sandboxedCodecs()
            let png = try CodecList.installed.encoder(for: .png).encode(
                Bitmap(size: PixelSize(50, 40)), settings: EncodeSettings())
            let decoder = try codecs.decoder(for: .png)
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<64 {
                    group.addTask {
                        if number % 16 == 7 {
                            return try await codecs.end(of: Attack.abort.bytes())
                                == .signal(SIGABRT)
                        }
                        let size = try await blocking.run {
                            try png.withSpan { bytes in
                                try decoder.decode(bytes, options: DecodeOptions()).bitmap.size
                            }
                        }
                        return size == PixelSize(50, 40)
                    }
                }
                for try await isRight in group { #expect(isRight) }
            }
        }

        @Test func eachSourceHasItsOwnProcess() async throws {
            let codecs = try await sandboxedCodecs(isolation: .perSource)
            let decoder = try codecs.decoder(for: .png)
            var files: [ByteBlock] = []
            for side in 1...5 {
                files.append(
                    try CodecList.installed.encoder(for: .png).encode(
                        Bitmap(size: PixelSize(side, 3)), settings: EncodeSettings()))
            }
            for file in files + files {
                let size = try file.withSpan { bytes in
                    _ = decoder.memoryDemand(of: bytes, options: DecodeOptions())
                    return try decoder.decode(bytes, options: DecodeOptions()).bitmap.size
                }
                #expect(size.height == 3)
            }
        }

        @Test func `a large picture is in memory once`() async throws {
            let peak = Int(try await Child.line(of: "peak")) ?? 0
            // The picture has 137 MiB.
            #expect((137..<137 + 64).contains(peak), "\(peak) MB")
        }

        @Test func `an idle worker with large memory ends beside another format`() async throws {
            #expect(
                try await Child.line(of: "formats") == "1 worker, then 1, 1 of them new")
        }

        @Test(.enabled(if: LongRun.isWanted)) func memoryDoesNotGrow() async throws {
            let line = try await Child.line(of: "many")
            print("MB after each 10,000 of 100,000 pictures:", line)
            let sizes = line.split(separator: " ").compactMap { Int($0) }
            try #require(sizes.count == 10 && sizes[0] > 0)
            #expect(sizes[9] <= sizes[1] + 8)
        }

        /// The replaced memories of one worker would be 400 MB.
        @Test func aWorkerDoesNotCollectMemories() async throws {
            #expect(try await Child.line(of: "growth") == "2 workers")
        }

        /// Another user may not read the mappings.
        @Test(.enabled(if: geteuid() == 0))
        func `each starter has the libraries of one format`() async throws {
            #expect(try await Child.line(of: "starters") == #"starters with: ["", "libjxl"]"#)
        }

        @Test func nothingIsLeftBehind() async throws {
            #expect(try await Child.line(of: "leaks") == "no leaks")
        }

        @Test(.enabled(if: geteuid() == 0 && access("/usr/bin/setpriv", X_OK) == 0))
        func theWallOfAnotherUserIsTheSame() async throws {
            // Another user may not read the folder of the build.
            let copy = "/tmp/webimage-sandbox-child-\(getpid())"
            try FileManager.default.copyItem(
                atPath: try BuiltProgram.path(of: "SandboxChild"), toPath: copy)
            defer { try? FileManager.default.removeItem(atPath: copy) }
            chmod(copy, 0o755)
            let child = try await Task.detached {
                try Child(
                    "/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", copy,
                    "attacks")
            }.value
            #expect(child.firstLine == "all denied")
            var status: Int32 = 0
            waitpid(child.process, &status, 0)
        }

        @Test func workersEndWithTheirProgram() async throws {
            let child = try await Task.detached {
                try Child(try BuiltProgram.path(of: "SandboxChild"), "hold")
            }.value
            #expect(child.firstLine == "started")
            let all = descendants(of: child.process)
            #expect(all.count >= 2)
            kill(child.process, SIGKILL)
            var status: Int32 = 0
            waitpid(child.process, &status, 0)
            for _ in 0..<200 where all.contains(where: isRunning) {
                try await Task.sleep(for: .milliseconds(20))
            }
            #expect(!all.contains(where: isRunning))
        }
    }
#endif
