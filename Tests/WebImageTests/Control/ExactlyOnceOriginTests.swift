#if HTTP && PNG
    import Synchronization
    import TestSupport
    import Testing
    import WebImage
    import WebImageTesting

    /// Random schedules over real connections: each caller has exactly one end, and caches hold the
    /// origin's bytes.
    struct ExactlyOnceOriginTests {
        @Test(arguments: 1...20)
        func `over a real origin each caller has one end, and caches tell the truth`(
            seed: Int
        ) async throws {
            let transport = try #require(ImagePipeline.makeTransport())
            // Ten schedules per seed; a failure names the schedule.
            for number in 0..<10 {
                let seed = UInt64(seed * 100 + number)
                var schedule = try OriginSchedule(seed: seed, transport)
                await schedule.run(steps: 40)
                #expect(await schedule.complaints() == [], "seed \(seed)")
            }
            await transport.shutdown()
        }
    }

    /// One history of callers of a ``MoodyOrigin``.
    private struct OriginSchedule {
        private final class Caller: Sendable {
            let number: Int
            let control = LoadControl()
            /// The result of each end: `true` if the image is the origin's.
            let ends = Mutex<[Result<Bool, ImageError>]>([])
            init(number: Int) { self.number = number }

            func end(_ result: Result<Bool, ImageError>) { ends.withLock { $0.append(result) } }
        }

        private var numbers: SeededNumbers
        private let origin: MoodyOrigin
        private let memory = MemoryCache(maxBytes: 1 << 20)
        private let disk: DiskCache?
        private var pipeline: ImagePipeline?
        private var callers: [(caller: Caller, task: Task<Void, Never>)] = []

        init(seed: UInt64, _ transport: any HTTPTransport) throws {
            numbers = SeededNumbers(seed: seed)
            origin = try MoodyOrigin(seed: ~seed)
            disk = seed % 2 == 0 ? DiskCache(folder: origin.folder) : nil
            let limits = LoadLimits(
                idleTimeout: .milliseconds(40), maxTransfers: 3, maxTransfersPerHost: 2)
            pipeline = ImagePipeline(
                transport: transport, memory: memory, disk: disk,
                limits: PipelineLimits(load: limits))
            pipeline?.failures = nil
        }

        mutating func run(steps: Int) async {
            for _ in 0..<steps {
                step()
                for _ in 0..<Int.random(in: 0...20, using: &numbers) { await Task.yield() }
            }
        }

        private mutating func step() {
            let one = callers.randomElement(using: &numbers)
            switch Int.random(in: 0..<20, using: &numbers) {
            case 0..<9: begin()
            case 9: one?.task.cancel()
            case 10: one?.caller.control.cancel()
            case 11: one?.caller.control.isSuspended = true
            case 12: one?.caller.control.isSuspended = false
            case 13:
                one?.caller.control.priority =
                    LoadPriority.allCases.randomElement(using: &numbers)
            case 14: memory.removeAll()
            case 15: try? disk?.removeAll()
            case 16: pipeline?.limitTransfers(to: 3, perHost: .random(in: 1...3, using: &numbers))
            case 17 where callers.count > 12: pipeline = nil
            default: origin.release(.random(in: MoodyOrigin.numbers, using: &numbers))
            }
        }

        private mutating func begin() {
            guard let pipeline else { return }
            let caller = Caller(number: .random(in: MoodyOrigin.numbers, using: &numbers))
            let request = request(of: caller)
            let kind = Int.random(in: 0..<3, using: &numbers)
            let task = Task { [origin] in
                do throws(ImageError) {
                    switch kind {
                    case 0:
                        for await case .finished(let end) in pipeline.updates(for: request) {
                            caller.end(end.map { isTrue($0, caller.number) })
                        }
                    case 1:
                        let image = try await pipeline.image(for: request)
                        caller.end(.success(isTrue(image, caller.number)))
                    default:
                        let bytes = try await pipeline.data(for: request).array
                        caller.end(.success(origin.sends(bytes, as: caller.number)))
                    }
                } catch {
                    caller.end(.failure(error))
                }
            }
            callers.append((caller, task))
        }

        private mutating func request(of caller: Caller) -> ImageRequest {
            var request = ImageRequest(origin.url(caller.number))
            request.control = caller.control
            request.cachePolicy = .allCases.randomElement(using: &numbers) ?? .normal
            request.store =
                .allCases.randomElement(using: &numbers) ?? .everywhere
            request.previews = Bool.random(using: &numbers) ? .all : .off
            if Int.random(in: 0..<8, using: &numbers) == 0 {
                request.timeout = .milliseconds(5)
            }
            return request
        }

    }

    // The end of a history.
    extension OriginSchedule {
        /// Releases all loads, and returns the violations at the end.
        func complaints() async -> [String] {
            origin.calmDown()
            for (caller, _) in callers { caller.control.isSuspended = false }
            var complaints: [String] = []
            for (caller, task) in callers {
                await task.value
                complaints += Self.complaints(of: caller, wasCancelled: task.isCancelled)
            }
            guard let pipeline else { return complaints }
            if await !eventually({ pipeline.work == PipelineWork() }) {
                complaints.append("still under way: \(pipeline.work)")
            }
            for number in MoodyOrigin.numbers {
                complaints += await lies(of: number, in: pipeline)
            }
            return complaints
        }

        private static func complaints(of caller: Caller, wasCancelled: Bool) -> [String] {
            let ends = caller.ends.withLock { $0 }
            // A stream whose reader is cancelled ends without a final update.
            if ends.isEmpty, wasCancelled { return [] }
            guard ends.count == 1 else { return ["\(ends.count) ends"] }
            if case .success(false) = ends[0] { return ["something else for \(caller.number)"] }
            return []
        }

        /// Returns the differences between the caches and the origin's picture.
        private func lies(of number: Int, in pipeline: ImagePipeline) async -> [String] {
            var request = ImageRequest(origin.url(number))
            request.cachePolicy = .onlyIfCached
            var lies: [String] = []
            if let image = try? await pipeline.image(for: request), !isTrue(image, number) {
                lies.append("the cached image \(number)")
            }
            if let encoded = try? await pipeline.data(for: request),
                !origin.sends(encoded.array, as: number)
            {
                lies.append("the cached bytes \(number)")
            }
            return lies
        }
    }

    /// Returns `true` if that is the picture of a number.
    private func isTrue(_ response: ImageResponse, _ number: Int) -> Bool {
        response.image.size.width == number * 10
    }

    extension EncodedImage {
        fileprivate var array: [UInt8] { bytes.withUnsafeBytes { Array($0) } }
    }
#endif
