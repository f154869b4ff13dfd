import Synchronization

/// Finds objects by key for as long as somebody else keeps them.
package final class LiveTable<Key: Hashable & Sendable, Object: AnyObject & Sendable>: Sendable {
    private struct Weak: Sendable {
        weak let object: Object?
    }

    private struct State: Sendable {
        var objects: [Key: Weak] = [:]
        var nextSweep = 64
    }

    private let state = Mutex(State())

    /// An empty table.
    package init() {}

    /// The object of that key, nil when nobody keeps one.
    package subscript(key: Key) -> Object? {
        state.withLock { $0.objects[key]?.object }
    }

    /// Forgets an object, unless another one has its key by now.
    package func remove(_ object: Object, for key: Key) {
        state.withLock { state in
            if state.objects[key]?.object === object { state.objects[key] = nil }
        }
    }

    /// Remembers an object; forgets those that are gone, now and then.
    package func insert(_ object: Object, for key: Key) {
        state.withLock { state in
            state.objects[key] = Weak(object: object)
            guard state.objects.count >= state.nextSweep else { return }
            state.objects = state.objects.filter { $0.value.object != nil }
            state.nextSweep = max(64, state.objects.count * 2)
        }
    }
}
