import Testing
import WebImagePixels
import WebImageTesting
import WebImageViews

/// The number of loops and the limit of the buffer, changed while an animation plays.
struct PlaybackSettingsTests {
    @Test func `a lower number of loops ends with the loop that runs`() {
        var projector = Projector(ListedFrames.of([100, 100]), loopCount: 0)
        projector.play()
        for _ in 0..<7 { projector.next() }
        #expect(projector.playback.completedLoops == 3)
        projector.perform { $0.setLoopCount(2, at: $1) }
        #expect(projector.playback.isPlaying)
        while projector.wake() {}
        #expect(projector.playback.hasEnded)
        #expect(projector.loops == [1, 2, 3, 4])
        #expect(projector.shown == [0, 1, 0, 1, 0, 1, 0, 1])
    }

    @Test func `a higher number of loops goes on, nil is the file's`() {
        var projector = Projector(ListedFrames.of([100, 100], loopCount: 3), loopCount: 1)
        projector.play()
        projector.perform { $0.setLoopCount(nil, at: $1) }
        while projector.wake() {}
        #expect(projector.loops == [1, 2, 3])
        projector.perform { $0.setLoopCount(5, at: $1) }
        #expect(projector.playback.hasEnded)
        projector.play()
        while projector.wake() {}
        #expect(projector.loops == [1, 2, 3, 1, 2, 3, 4, 5])
    }

    @Test func `the loop that runs can be sought in after its number was lowered`() {
        var projector = Projector(ListedFrames.of([100, 100, 100]), loopCount: 0)
        projector.play()
        for _ in 0..<7 { projector.next() }
        projector.perform { $0.setLoopCount(1, at: $1) }
        #expect(projector.playback.seek(to: 1, at: projector.now) != nil)
        #expect(projector.playback.seek(to: 1, loop: 9, at: projector.now) == nil)
        #expect(projector.playback.seek(to: 1, loop: 0, at: projector.now) != nil)
    }

    @Test func `a lower limit releases frames at once, a higher one decodes ahead again`() {
        let frame = ListedFrames.frameBytes
        var projector = Projector(
            ListedFrames.of(Array(repeating: 100, count: 8)), budget: 8 * frame)
        projector.play()
        for _ in 0..<3 { projector.next() }
        #expect(projector.playback.bufferedByteCount == 8 * frame)
        projector.perform { $0.setMaxBufferBytes(2 * frame, at: $1) }
        #expect(projector.playback.bufferedByteCount <= 2 * frame)
        for _ in 0..<20 { projector.next() }
        #expect(projector.shown == (0...23).map { $0 % 8 })
        projector.perform { $0.setMaxBufferBytes(-5, at: $1) }
        #expect(projector.playback.bufferedFrameCount == 1)
        projector.next()
        projector.perform { $0.setMaxBufferBytes(8 * frame, at: $1) }
        projector.next()
        #expect(projector.playback.bufferedFrameCount == 8)
        #expect(projector.faults == [])
    }
}
