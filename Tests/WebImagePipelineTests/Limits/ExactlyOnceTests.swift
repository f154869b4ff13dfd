import Synchronization
import TestSupport
import Testing
import WebImageBMP
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImagePixels
import WebImageRuntime
import WebImageTesting

/// Random schedules of callers and origins, in which each caller gets exactly one result.
struct ExactlyOnceTests {
    @Test(arguments: 1...40)
    func `whatever happens in between, each caller gets one end and caches tell the truth`(
        seed: Int
    ) async throws {
        // Ten schedules per seed; a failure names the schedule.
        for number in 0..<10 {
            let seed = UInt64(seed * 1000 + number)
            var schedule = RandomSchedule(seed: seed)
            await schedule.run(steps: 40)
            let complaints = await schedule.finish()
            #expect(complaints == [], "seed \(seed)")
        }
    }
}

/// One history: callers start, steer and cancel loads, the origin responds or not, caches are
/// cleared, limits change; in the end all loads are released.
private struct RandomSchedule {
    private final class Caller: Sendable {
        let path: Int
        let control = LoadControl()
        let ends = Mutex<[Result<Int, any Error>]>([])
        init(path: Int) { self.path = path }
    }

    private var random: Generator
    private var pipeline: ImagePipeline?
    private let origin = SteppedOrigin()
    private let memory = MemoryCache(maxBytes: 1 << 20)
    private let folder = TemporaryFolder()
    private let disk: DiskCache?
    private var callers: [(caller: Caller, task: Task<Void, Never>)] = []

    init(seed: UInt64) {
        random = Generator(state: seed &* 0x9E37_79B9_7F4A_7C15 | 1)
        disk = seed % 4 == 0 ? DiskCache(folder: folder.path) : nil
        let limits = LoadLimits(maxTransfers: 2, maxTransfersPerHost: 2)
        pipeline = ImagePipeline(
            memory: memory, disk: disk, loader: origin,
            codecs: CodecList(decoders: [BMPDecoder()], encoders: [BMPEncoder()]),
            limits: PipelineLimits(load: limits), decodeThreads: 1, ioThreads: 1)
        pipeline?.failures = nil
    }

    mutating func run(steps: Int) async {
        for _ in 0..<steps {
            step()
            for _ in 0..<Int.random(in: 0...3, using: &random) { await Task.yield() }
        }
    }

    private mutating func step() {
        let caller = callers.randomElement(using: &random)
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<6: begin()
        case 6..<8: caller?.task.cancel()
        case 8: caller?.caller.control.cancel()
        case 9:
            caller?.caller.control.priority = LoadPriority.allCases.randomElement(using: &random)
        case 10: caller?.caller.control.isSuspended = true
        case 11, 12: caller?.caller.control.isSuspended = false
        case 13: memory.removeAll()
        case 14: try? disk?.removeAll()
        case 15:
            pipeline?.limitTransfers(
                to: Int.random(in: 1...3, using: &random), perHost: 2,
                order: .allCases.randomElement(using: &random) ?? .firstComeFirst)
        case 16 where callers.count > 8: pipeline = nil
        default:
            let isKind = Int.random(in: 0..<4, using: &random) > 0
            origin.step(
                random.next(),
                isKind ? .goOn : SteppedOrigin.Step.allCases.randomElement(using: &random) ?? .fail)
        }
    }

    private mutating func begin() {
        guard let pipeline else { return }
        let caller = Caller(path: Int.random(in: 1...3, using: &random))
        var request = ImageRequest("http://origin.test/\(caller.path)")
        request.control = caller.control
        request.cachePolicy = .allCases.randomElement(using: &random) ?? .normal
        request.store = .allCases.randomElement(using: &random) ?? .nothing
        request.priority = .allCases.randomElement(using: &random) ?? .normal
        if Bool.random(using: &random) {
            request.targetSize = PixelSize(width: 2, height: 0)
        }
        let (isStream, fixed) = (Bool.random(using: &random), request)
        let task = Task {
            if isStream {
                for await update in pipeline.updates(for: fixed) {
                    guard case .finished(let result) = update else { continue }
                    caller.ends.withLock { $0.append(result.map(Self.mark).mapError { $0 }) }
                }
            } else {
                let result = await Result { try await pipeline.image(for: fixed) }
                caller.ends.withLock { $0.append(result.map(Self.mark)) }
            }
        }
        callers.append((caller, task))
    }

    /// Returns a value that distinguishes the pictures of two paths, at any size.
    private static func mark(_ response: ImageResponse) -> Int {
        Int(response.image.poster[0, 0][2])
    }

    /// Releases all loads, and returns the violations at the end.
    mutating func finish() async -> [String] {
        origin.open()
        for (caller, _) in callers { caller.control.isSuspended = false }
        var complaints: [String] = []
        for (caller, task) in callers {
            await task.value
            let ends = caller.ends.withLock { $0 }
            // A stream whose reader is cancelled ends without a final update.
            if ends.count != 1 && !(ends.isEmpty && task.isCancelled) {
                complaints.append("\(ends.count) ends")
            }
            for case .success(let mark) in ends where mark != Self.mark(of: caller.path) {
                complaints.append("the picture of another path: \(mark) for \(caller.path)")
            }
        }
        if let pipeline {
            let isAtRest = await eventually { pipeline.work == PipelineWork() }
            if !isAtRest { complaints.append("still under way: \(pipeline.work)") }
            for path in 1...3 { complaints += await lies(of: path, in: pipeline) }
        }
        let isQuiet = await eventually { [origin] in origin.activeCount == 0 }
        if !isQuiet { complaints.append("the origin is still asked") }
        return complaints
    }

    private func lies(of path: Int, in pipeline: ImagePipeline) async -> [String] {
        var request = ImageRequest("http://origin.test/\(path)")
        request.cachePolicy = .onlyIfCached
        let image = try? await pipeline.image(for: request)
        let bytes = try? await pipeline.data(for: request)
        var lies: [String] = []
        if let image, Self.mark(image) != Self.mark(of: path) { lies.append("image \(path)") }
        if let bytes, bytes.bytes.array != SteppedOrigin.bytes(path).array {
            lies.append("bytes \(path)")
        }
        return lies
    }

    private static func mark(of path: Int) -> Int { path }
}
