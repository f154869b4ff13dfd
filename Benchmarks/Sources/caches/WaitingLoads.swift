import Glibc
import Synchronization
import WebImage
import WebImageTesting

/// Actions that measure the memory of a load that waits for its turn to transfer.
///
/// `waiting-loads` starts `count` loads of different images. Six are suspended in their loader, the
/// others wait for those. `floor-waiting-tasks` starts as many tasks that only wait.
let waitingActions: [String: Action] = [
    "waiting-loads": { count, _ in
        let pipeline = ImagePipeline(
            memory: MemoryCache(maxBytes: 0), disk: nil,
            loader: ScriptedLoader(bytes: ByteBlock(copying: []), isFrozen: true),
            codecs: CodecList())
        try await WaitingLoads.measure(count) { index in
            _ = try await pipeline.image(for: MemoryBench.request(index))
        }
    },
    "floor-waiting-tasks": { count, _ in
        try await WaitingLoads.measure(count) { _ in try await Task.sleep(for: .seconds(1 << 20)) }
    },
]

enum WaitingLoads {
    /// Starts `count` tasks, prints the bytes of each once memory is stable, and cancels them.
    static func measure(
        _ count: Int, _ work: @escaping @Sendable (Int) async throws -> Void
    ) async throws {
        await group(1, work) {}
        let before = residentBytes()
        await group(count, work) {
            print("\((residentBytes() - before) / count) bytes each")
        }
    }

    private static func group(
        _ count: Int, _ work: @escaping @Sendable (Int) async throws -> Void,
        whenAllWait look: () -> Void
    ) async {
        await withTaskGroup(of: Void.self) { group in
            for index in 0..<count { group.addTask { try? await work(index) } }
            await settle()
            look()
            group.cancelAll()
        }
    }

    /// Waits until the memory of the process has been stable for a while.
    private static func settle() async {
        var (last, calm) = (0, 0)
        while calm < 10 {
            try? await Task.sleep(for: .milliseconds(50))
            let now = residentBytes()
            calm = now == last ? calm + 1 : 0
            last = now
        }
    }

    private static func residentBytes() -> Int {
        guard let file = fopen("/proc/self/statm", "r") else { return 0 }
        defer { fclose(file) }
        var text = [CChar](repeating: 0, count: 128)
        guard fgets(&text, 128, file) != nil else { return 0 }
        let words = String(decoding: text.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            .split(separator: " ")
        return words.count > 1 ? (Int(words[1]) ?? 0) * sysconf(Int32(_SC_PAGESIZE)) : 0
    }
}
