import Dispatch

/// The queue on which the main actor runs, on whatever thread: on Linux that need not be the first.
enum MainQueue {
    private static let key: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    /// `true` on the main actor.
    static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }
}
