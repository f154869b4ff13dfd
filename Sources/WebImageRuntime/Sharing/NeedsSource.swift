/// A source of needs that change: a caller with a ``LoadControl``, or work that waits for other work.
package struct NeedsSource: Sendable {
    /// `true` if the needs never change, so that following them is unnecessary.
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

extension NeedsUpdate {
    /// The part that a gate has to know.
    var admission: AdmissionNeeds {
        AdmissionNeeds(
            priority: needs.priority, isSuspended: needs.isSuspended,
            isDeferrable: needs.isForPixels, revision: revision)
    }
}

extension NeedsSource: AdmissionSource {
    package var admissionNeeds: AdmissionNeeds { current().admission }

    package func followAdmissionNeeds(
        _ follower: @escaping @Sendable (AdmissionNeeds) -> Void
    ) -> (@Sendable () -> Void) {
        follow { follower($0.admission) }
    }
}
