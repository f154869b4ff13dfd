/// The peers and their processes.
final class Peers {
    let places: Places
    private var workers: [String: Result<Worker, BenchError>] = [:]

    init(_ places: Places) { self.places = places }

    /// Returns the command line of a peer; `nil` for an unknown name.
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

    /// Returns the process of a peer, which is started at most once; a failure is reported once.
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

    /// Starts a new process of a peer, to measure its memory.
    func start(_ name: String) throws(BenchError) -> Worker {
        guard let command = command(of: name) else { throw BenchError("\(name) is no peer") }
        do {
            return try Worker(command)
        } catch {
            throw error as? BenchError ?? BenchError("\(error)")
        }
    }

    func stop() throws {
        for case .success(let worker) in workers.values { _ = try worker.stop() }
        workers = [:]
    }
}
