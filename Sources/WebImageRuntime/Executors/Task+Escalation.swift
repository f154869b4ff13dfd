extension Task {
    /// Raises the priority of a task under way and of what it waits for, where the system can.
    package func escalate(to priority: TaskPriority) {
        if #available(macOS 26, iOS 26, *) { escalatePriority(to: priority) }
    }
}
