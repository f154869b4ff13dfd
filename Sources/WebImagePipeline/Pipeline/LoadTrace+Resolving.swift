/// The record of the load that a ``LoadRequest`` belongs to, for interceptors that tell observers.
enum RecordNote: LoadAttribute {
    static let defaultValue: LoadTrace? = nil
}

extension LoadTrace? {
    /// Tells of a first step before and after it.
    func resolving<Value: Sendable>(
        _ step: () async throws -> Value
    ) async throws -> Value {
        guard let self else { return try await step() }
        self.tell(.resolving(key: self.key))
        do {
            let value = try await step()
            self.tell(.resolved(key: self.key, error: nil))
            return value
        } catch {
            self.tell(.resolved(key: self.key, error: ImageError(loading: error)))
            throw error
        }
    }
}
