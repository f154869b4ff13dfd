/// The needs of a caller or of shared work, which may change.
package struct NeedsSource: Sendable {
    /// Returns the needs now.
    package let current: @Sendable () -> NeedsUpdate
    /// Calls the function now and at each change, in any order, until the returned one is called.
    package let follow:
        @Sendable (@escaping @Sendable (NeedsUpdate) -> Void) -> (@Sendable () -> Void)

    /// Creates needs that never change.
    package static func constant(_ needs: WorkNeeds) -> NeedsSource {
        NeedsSource(current: { NeedsUpdate(needs) }, follow: { _ in {} })
    }

    private init(
        current: @escaping @Sendable () -> NeedsUpdate,
        follow:
            @escaping @Sendable (@escaping @Sendable (NeedsUpdate) -> Void) -> (
                @Sendable () -> Void
            )
    ) {
        self.current = current
        self.follow = follow
    }

    /// Creates needs that follow from an observed value.
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
