import Synchronization
import WebImageCaching
public import WebImagePipeline
import WebImageRuntime

/// Writes down what a pipeline did, so that a test reads like the diagram.
///
///     #expect(observer.trace == "memory:miss disk:miss load decode transform store")
public final class TraceObserver: PipelineObserver {
    private let state = Mutex<[PipelineEvent]>([])

    /// An observer that has seen nothing.
    public init() {}

    /// Writes the event down.
    public func observe(_ event: PipelineEvent) {
        state.withLock { $0.append(event) }
    }

    /// All events so far.
    public var events: [PipelineEvent] { state.withLock { $0 } }

    /// The stages that ran so far, in order, with hit or miss.
    public var trace: String { events.compactMap(\.step).joined(separator: " ") }

    /// Why pictures were not shown just as they asked, and caches not filled.
    public var complaints: [String] {
        events.compactMap { event in
            switch event {
            case .ignored(_, let reason): reason
            case .cacheFailed(_, let error): error.description
            case .damaged(_, let damage): damage.description
            case .cacheWarned(_, let warning): warning.description
            default: nil
            }
        }
    }

    /// Forgets everything.
    public func reset() {
        state.withLock { $0 = [] }
    }
}

extension PipelineEvent {
    /// The word of a stage, nil for what is no stage.
    fileprivate var step: String? {
        switch self {
        case .memory(_, let hit): hit ? "memory:hit" : "memory:miss"
        case .disk(_, let hit): hit ? "disk:hit" : "disk:miss"
        case .load: "load"
        case .decode: "decode"
        case .transform: "transform"
        case .store: "store"
        default: nil
        }
    }
}
