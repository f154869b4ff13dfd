import Foundation
import Synchronization
import TestSupport
import Testing

@testable import WebImagePixels

/// Long kernels in a cancelled task.
@Suite struct KernelCancellationTests {
    private static let size = PixelSize(width: 40, height: 60)

    /// Each kernel by its own passes.
    private static let kernels: [@Sendable (Bitmap) -> Bitmap] = [
        { $0.blurred(sigma: 1) },
        { $0.blurred(sigma: 6) },
        { $0.blurred(sigma: 40) },
        { $0.sharpened(sigma: 1) },
        { $0.resampled(to: PixelSize(width: 30, height: 50)) },
        { $0.resampled(to: PixelSize(width: 30, height: 90)) },
    ]

    private static func whenCancelled<Value: Sendable>(
        _ body: @escaping @Sendable () -> Value
    ) async -> Value {
        await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return body()
        }.value
    }

    @Test(arguments: 0..<6)
    func `a kernel completes in a cancelled task unless its caller observes that`(
        kernel: Int
    ) async {
        let (picture, run) = (Scene.noise(size: Self.size, seed: 3), Self.kernels[kernel])
        let whole = run(picture)
        #expect(await Self.whenCancelled { run(picture) } == whole)
        #expect(KernelCancellation.observing { run(picture) } == whole)
        let stopped = await Self.whenCancelled { KernelCancellation.observing { run(picture) } }
        #expect(stopped.size == whole.size && stopped != whole)
        for y in 0..<stopped.size.height {
            for x in 0..<stopped.size.width { #expect(stopped[x, y] == .zero) }
        }
    }

    @Test func `a running kernel stops at the next band`() async {
        let picture = Bitmap(
            filled: SIMD4(10, 20, 30, 255), size: PixelSize(width: 1000, height: 20_000))
        // A kernel may complete before its task is cancelled, so another one is tried.
        for _ in 0..<100 {
            let hasStarted = Flag()
            let task = Task {
                hasStarted.value.store(true, ordering: .relaxed)
                return KernelCancellation.observing { picture.blurred(sigma: 8) }
            }
            // On a thread of its own: kernels of other tests may occupy all cooperative threads.
            Thread.detachNewThread {
                while !hasStarted.value.load(ordering: .relaxed) { usleep(100) }
                task.cancel()
            }
            if await task.value[999, 19_999] == .zero { return }
        }
        Issue.record("all kernels completed")
    }
}

private final class Flag: Sendable {
    let value = Atomic(false)
}
