/// Where the files and programs are.
struct Places {
    /// This program.
    let itself: String
    /// The root of the repository.
    let root: String
    /// A folder for results, which ends with the run.
    let scratch: String

    var inputs: String { "\(root)/Benchmarks/.inputs/\(Inputs.version)" }
    var webimage: String { "\(root)/Tools/.build/release/webimage" }
    var peers: String { "\(root)/Benchmarks/Peers" }
    var python: String { "\(root)/Benchmarks/.peers/bin/python" }

    var caches: String { "\(root)/Benchmarks/Caches/.build/release/caches" }

    func floor(_ name: String) -> String { "\(root)/Benchmarks/.floors/\(name)" }
}
