import Synchronization
import WebImageCaching
import WebImagePipeline
import WebImageRuntime

/// The priorities of the requested loads.
final class PriorityList: Sendable {
    private let state = Mutex<[LoadPriority]>([])

    var all: [LoadPriority] { state.withLock { $0 } }

    func add(_ priority: LoadPriority) { state.withLock { $0.append(priority) } }
}
