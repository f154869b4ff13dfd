import Foundation
import Synchronization
import WebImageCaching
import WebImageRuntime

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The responses of a session's running tasks.
final class SessionAnswers: Sendable {
    private let table = Mutex<[Int: SessionAnswer]>([:])

    subscript(task: URLSessionTask) -> SessionAnswer? {
        table.withLock { $0[task.taskIdentifier] }
    }

    func add(_ answer: SessionAnswer) {
        table.withLock { $0[answer.task.taskIdentifier] = answer }
    }

    func remove(_ task: URLSessionTask) -> SessionAnswer? {
        table.withLock { $0.removeValue(forKey: task.taskIdentifier) }
    }

    func shutDown() {
        let answers = table.withLock { table in
            defer { table = [:] }
            return Array(table.values)
        }
        for answer in answers { answer.shutDown() }
    }
}
