#if Sandbox && os(Linux)
    import Glibc
    import SandboxAttacks
    import Testing
    import WebImage

    /// A codec that was taken over tries what the wall forbids; other pictures do not notice.
    @Suite struct AttackTests {
        @Test func forbiddenCallsEndTheWorker() async throws {
            let codecs = try await sandboxedCodecs()
            #expect(ForbiddenCall.all.count >= 25)
            for call in ForbiddenCall.all {
                let end = try await codecs.end(of: Attack.bytes(ofCall: call.number))
                #expect(end == (call.signal == 0 ? nil : .violation), "\(call.name)")
            }
        }

        @Test func faultsAreErrorsOfTheirPicture() async throws {
            let codecs = try await sandboxedCodecs()
            #expect(try await codecs.end(of: Attack.fault.bytes()) == .signal(SIGSEGV))
            #expect(try await codecs.end(of: Attack.abort.bytes()) == .signal(SIGABRT))
            #expect(try await codecs.end(of: Attack.shrink.bytes()) == .violation)
        }

        @Test func memoryIsBounded() async throws {
            let codecs = try await sandboxedCodecs()
            #expect(try await codecs.end(of: Attack.memory.bytes()) == .memory)
        }

        @Test func timeIsBounded() async throws {
            let codecs = try await sandboxedCodecs()
            let limits = DecodeLimits.within(.milliseconds(300))
            let start = ContinuousClock.now
            let end = try await codecs.end(of: Attack.spin.bytes(), limits: limits)
            // On a busy machine the clock is first.
            #expect(end == .time(.milliseconds(300)) || end == .wait(.milliseconds(600)))
            #expect(
                try await codecs.end(of: Attack.silence.bytes(), limits: limits)
                    == .wait(.milliseconds(600)))
            #expect(start.duration(to: .now) < .seconds(8))
        }

        @Test func answersAgainstTheProtocolEndTheWorker() async throws {
            let codecs = try await sandboxedCodecs()
            for attack in [Attack.longPacket, .descriptor, .close] {
                guard case .answer = try await codecs.end(of: attack.bytes()) else {
                    Issue.record("\(attack) had no consequence")
                    continue
                }
            }
        }

        @Test func aResultLargerThanAskedForIsRefused() async throws {
            let codecs = try await sandboxedCodecs()
            var limits = DecodeLimits.within(.seconds(60))
            limits.maxPixels = 1000
            let end = try await codecs.end(of: Attack.large.bytes(), limits: limits)
            guard case .answer(let reason) = end else {
                Issue.record("6000x6000 pixels came through")
                return
            }
            #expect(reason.contains("6000x6000"))
            limits.maxBytes = 1 << 20
            #expect(try await codecs.end(of: Attack.large.bytes(), limits: limits) != nil)
        }

        @Test func whatWasOnlyLateIsNotBlamedOnTheBytes() {
            #expect(!WorkerEnd.wait(.seconds(1)).blamesBytes)
            #expect(!WorkerEnd.start("").blamesBytes)
            #expect(WorkerEnd.time(.seconds(1)).blamesBytes)
            #expect(WorkerEnd.signal(11).blamesBytes)
        }
    }
#endif
