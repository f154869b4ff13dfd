import WebImageGTK

/// The clock of a slideshow: it counts the seconds of a picture, and waits for the next one.
@GTKActor final class Slideshow {
    /// The activity of a slideshow.
    enum State {
        case off, running, paused
    }

    private(set) var state = State.off
    /// The time for which each picture is shown.
    var interval = Duration.seconds(5)
    /// `true` if the window was in full screen before.
    private(set) var wasFullScreen = false
    private var waiting: Task<Void, Never>?

    isolated deinit { waiting?.cancel() }

    /// Begins; the first picture is counted when it is loaded.
    func start(wasFullScreen: Bool) {
        (state, self.wasFullScreen) = (.running, wasFullScreen)
    }

    /// Ends, or pauses.
    func stop(_ state: State) {
        self.state = state
        waiting?.cancel()
        waiting = nil
    }

    /// Goes on after a pause.
    func resume() { state = .running }

    /// Forgets the picture that was counted, since another one is loading.
    func restart() {
        waiting?.cancel()
        waiting = nil
    }

    /// Counts a picture that has been loaded.
    ///
    /// - Parameters:
    ///   - loop: The duration of an animation's loop, which is shown to its end.
    ///   - preparation: Loads the next picture.
    ///   - next: Called when the time is over and the next picture is loaded.
    func count(
        loop: Duration, preparing preparation: @escaping @Sendable () async -> Void,
        _ next: @escaping @GTKActor () -> Void
    ) {
        guard state == .running else { return }
        let time = max(interval, loop)
        waiting?.cancel()
        waiting = Task {
            async let isPrepared: Void = preparation()
            guard (try? await Task.sleep(for: time)) != nil else { return }
            await isPrepared
            if !Task.isCancelled { next() }
        }
    }
}
