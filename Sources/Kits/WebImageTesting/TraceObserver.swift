import Synchronization
import WebImageCaching
public import WebImagePipeline
import WebImageRuntime

/// Records the events of a pipeline, so that a test can compare its stages.
///
///     #expect(observer.trace == "memory:miss disk:miss load decode transform store")
public final class TraceObserver: PipelineObserver {
    private let state = Mutex<[PipelineEvent]>([])

    /// Creates an observer without events.
    public init() {}

    /// Records the event.
    public func observe(_ event: PipelineEvent) {
        state.withLock { $0.append(event) }
    }

    /// All events so far.
    public var events: [PipelineEvent] { state.withLock { $0 } }

    /// The stages so far, in order, with hit or miss.
    public var trace: String { events.compactMap(\.step).joined(separator: " ") }

    /// The reasons for ignored parts of files, such as damaged profiles, and the errors of caches.
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

    /// Removes all events.
    public func reset() {
        state.withLock { $0 = [] }
    }
}

extension PipelineEvent {
    /// The name of a stage, nil for other events.
    fileprivate var step: String? {
        switch self {
        case .memory(_, let hit): hit ? "memory:hit" : "memory:miss"
        case .disk(_, let hit): hit ? "disk:hit" : "disk:miss"
        case .load: "load"
        case .decode: "decode"
        case .transform: "transform"
        case .encode: "encode"
        case .store: "store"
        default: nil
        }
    }
}
