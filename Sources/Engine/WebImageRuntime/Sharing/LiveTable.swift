import Synchronization

/// A table with weak references, which finds objects that are still in use elsewhere.
package final class LiveTable<Key: Hashable & Sendable, Object: AnyObject & Sendable>: Sendable {
    private struct Weak: Sendable {
        weak let object: Object?
    }

    private struct State: Sendable {
        var objects: [Key: Weak] = [:]
        var nextSweep = 64
    }

    private let state = Mutex(State())

    package init() {}

    /// Returns the object of a key; nil if it is not in use any more.
    package subscript(key: Key) -> Object? { state.withLock { $0.objects[key]?.object } }

    /// Removes an object, unless another one has its key by now.
    package func remove(_ object: Object, for key: Key) {
        state.withLock { state in
            if state.objects[key]?.object === object { state.objects[key] = nil }
        }
    }

    /// Adds an object; from time to time the entries of freed ones are removed.
    package func insert(_ object: Object, for key: Key) {
        state.withLock { state in
            state.objects[key] = Weak(object: object)
            guard state.objects.count >= state.nextSweep else { return }
            state.objects = state.objects.filter { $0.value.object != nil }
            state.nextSweep = max(64, state.objects.count * 2)
        }
    }
}
