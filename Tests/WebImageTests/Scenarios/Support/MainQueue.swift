import Dispatch

/// The main actor's queue, on any thread: on Linux that need not be the first one.
enum MainQueue {
    private static let key: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    /// `true` on the main actor.
    static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }
}
