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
