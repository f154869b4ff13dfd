/// Who takes part, and the processes that do it.
final class Peers {
    let places: Places
    private var workers: [String: Result<Worker, BenchError>] = [:]

    init(_ places: Places) { self.places = places }

    /// The command line of one of them; nil for a name that is none.
    func command(of name: String) -> [String]? {
        switch name {
        case PeerNames.ours: [places.itself, "worker"]
        case PeerNames.floor: [places.floor("thumbnail")]
        case "pyvips": python("vips")
        case "Pillow": python("pillow")
        case "OpenCV": python("opencv")
        case "judge": python("judge")
        default: nil
        }
    }

    private func python(_ module: String) -> [String] {
        [places.python, "\(places.peers)/worker.py", module]
    }

    /// The process of that name, started at most once; a failure is told at most once.
    func worker(_ name: String, _ report: inout Report) throws -> Worker {
        if let known = workers[name] { return try known.get() }
        do {
            let worker = try start(name)
            workers[name] = .success(worker)
            report.note(version: worker.versions, of: name)
            return worker
        } catch {
            workers[name] = .failure(error)
            report.fail("\(name): \(error)")
            throw error
        }
    }

    /// A new process of that name, for measuring its memory.
    func start(_ name: String) throws(BenchError) -> Worker {
        guard let command = command(of: name) else { throw BenchError("\(name) is no peer") }
        do {
            return try Worker(command)
        } catch {
            throw error as? BenchError ?? BenchError("\(error)")
        }
    }

    /// Ends all processes.
    func stop() throws {
        for case .success(let worker) in workers.values { _ = try worker.stop() }
        workers = [:]
    }
}
