/// The needs of a caller or of shared work, which may change.
package struct NeedsSource: Sendable {
    /// Returns the needs now.
    package let current: @Sendable () -> NeedsUpdate
    /// Calls the function now and at each change, in any order of revisions, until the returned one is
    /// called.
    package let follow:
        @Sendable (@escaping @Sendable (NeedsUpdate) -> Void) -> (@Sendable () -> Void)

    /// Creates needs that never change.
    package static func constant(_ needs: WorkNeeds = WorkNeeds()) -> NeedsSource {
        NeedsSource(current: { NeedsUpdate(needs) }, follow: { _ in {} })
    }

    package init(
        current: @escaping @Sendable () -> NeedsUpdate,
        follow:
            @escaping @Sendable (@escaping @Sendable (NeedsUpdate) -> Void) -> (
                @Sendable () -> Void
            )
    ) {
        self.current = current
        self.follow = follow
    }

    package init<Value>(
        _ observed: Observed<Value>, _ needs: @escaping @Sendable (Value) -> WorkNeeds
    ) {
        self.init(
            current: {
                let (value, revision) = observed.current
                return NeedsUpdate(needs(value), revision: revision)
            },
            follow: { follower in
                observed.follow { follower(NeedsUpdate(needs($0), revision: $1)) }
            })
    }
}
