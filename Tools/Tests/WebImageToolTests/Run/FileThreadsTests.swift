import Testing

@testable import WebImageTool

/// Threads for work that blocks.
struct FileThreadsTests {
    private struct Failure: Error, Equatable {}

    @Test func `work returns its value, or throws its own error`() async throws {
        let threads = FileThreads()
        #expect(await threads.run { 7 } == 7)
        await #expect(throws: Failure()) {
            try await threads.run { () throws(Failure) in throw Failure() }
        }
    }

    @Test func `work that blocks holds no other up, and sees that its task was cancelled`() async {
        let threads = FileThreads()
        let blocked = Task {
            await threads.run {
                while !Task.isCancelled {}
                return true
            }
        }
        #expect(await threads.run { 1 } == 1)
        blocked.cancel()
        #expect(await blocked.value)
    }
}
