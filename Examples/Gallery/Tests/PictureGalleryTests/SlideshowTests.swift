import CGTK4
import Synchronization
import Testing
import WebImageGTK

@testable import PictureGallery

extension WindowTests {
    struct SlideshowTests {
        @Test(.enabled(if: Hand.isAvailable)) @GTKActor
        func `a slideshow shows one picture after the other, pauses and ends`() async throws {
            let folder = try TestFolder(["a.jpg", "b.jpg", "c.jpg"])
            let run = try GalleryRun(count: 10)
            #expect(await run.show(folder))
            let hand = try #require(Hand(of: run.window.window))
            run.window.slideshow.interval = .milliseconds(300)
            run.grid.reveal(1)
            hand.key("F5")
            #expect(await until { run.window.openPosition == 1 })
            #expect(run.window.slideshow.state == .running && run.window.page.isBare)
            for position in [2, 0, 1] {
                #expect(await until { run.window.openPosition == position }, "\(position)")
            }
            run.window.slideshow.interval = .seconds(3600)
            hand.key("space")
            #expect(await until { run.window.slideshow.state == .paused })
            hand.key("Home")
            run.window.open(0)
            #expect(await run.isOpen())
            hand.key("Right")
            #expect(await until { run.window.openPosition == 1 })
            #expect(await run.isOpen() && run.window.slideshow.state == .paused)
            run.window.slideshow.interval = .milliseconds(100)
            hand.key("space")
            #expect(await until { run.window.openPosition == 2 })
            hand.key("Escape")
            #expect(await until { run.window.slideshow.state == .off })
            #expect(run.window.openPosition != nil && !run.window.page.isBare)
            hand.key("Escape")
            #expect(await until { run.window.openPosition == nil })
            run.close()
        }

        @Test @GTKActor func `a picture is followed when it was seen and the next is loaded`()
            async throws
        {
            let slideshow = Slideshow()
            let isPrepared = Gate()
            let isShown = Flag()
            slideshow.interval = .milliseconds(20)
            func count(loop: Duration) {
                slideshow.count(
                    loop: loop,
                    preparing: {
                        while !isPrepared.isOpen, !Task.isCancelled {
                            try? await Task.sleep(for: .milliseconds(5))
                        }
                    }, { isShown.value = true })
            }
            count(loop: .zero)
            try await Task.sleep(for: .milliseconds(100))
            #expect(!isShown.value)
            slideshow.start(wasFullScreen: false)
            count(loop: .zero)
            try await Task.sleep(for: .milliseconds(100))
            #expect(!isShown.value)
            isPrepared.open()
            #expect(await until { isShown.value })

            isShown.value = false
            let start = ContinuousClock.now
            count(loop: .milliseconds(400))
            #expect(await until { isShown.value })
            #expect(ContinuousClock.now - start >= .milliseconds(400))

            isShown.value = false
            count(loop: .zero)
            slideshow.stop(.paused)
            try await Task.sleep(for: .milliseconds(100))
            #expect(!isShown.value)
        }

        /// A load that ends when the test lets it.
        private final class Gate: Sendable {
            private let flag = Atomic(false)

            var isOpen: Bool { flag.load(ordering: .relaxed) }

            func open() { flag.store(true, ordering: .relaxed) }
        }

        @GTKActor private final class Flag {
            var value = false
        }

        @Test @GTKActor func `an animation is shown to the end of its loop`() async throws {
            let run = try GalleryRun(count: 6)
            #expect(await run.isComplete())
            run.window.slideshow.interval = .milliseconds(1)
            run.window.open(4)
            #expect(await run.isOpen())
            #expect(PictureRecipe(4).isAnimated)
            let start = ContinuousClock.now
            run.activate("slideshow")
            #expect(await until { run.window.openPosition == 5 })
            // 16 frames of 60 ms.
            #expect(ContinuousClock.now - start >= .milliseconds(960))
            run.activate("back")
            #expect(run.window.slideshow.state == .off)
            run.close()
        }
    }
}
