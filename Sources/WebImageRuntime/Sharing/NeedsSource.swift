/// Somebody whose needs change: a caller with a ``LoadControl``, or a flight that waits for another.
package struct NeedsSource: Sendable {
    /// Whether it never changes, so that nobody need follow it.
    package let isConstant: Bool
    /// What is needed now.
    package let current: @Sendable () -> NeedsUpdate
    /// Calls the function now and at each change, in any order, until the returned one is called.
    package let follow:
        @Sendable (@escaping @Sendable (NeedsUpdate) -> Void) -> (@Sendable () -> Void)

    /// Needs that stay as they are.
    package static func constant(_ needs: WorkNeeds) -> NeedsSource {
        NeedsSource(current: { NeedsUpdate(needs) }, follow: { _ in {} }, isConstant: true)
    }

    /// A source of both.
    package init(
        current: @escaping @Sendable () -> NeedsUpdate,
        follow:
            @escaping @Sendable (@escaping @Sendable (NeedsUpdate) -> Void) -> (
                @Sendable () -> Void
            )
    ) {
        self.init(current: current, follow: follow, isConstant: false)
    }

    private init(
        current: @escaping @Sendable () -> NeedsUpdate,
        follow:
            @escaping @Sendable (@escaping @Sendable (NeedsUpdate) -> Void) -> (
                @Sendable () -> Void
            ),
        isConstant: Bool
    ) {
        self.current = current
        self.follow = follow
        self.isConstant = isConstant
    }
}
