/// The paths of files and programs.
struct Places {
    /// The path of this program.
    let itself: String
    /// The root of the repository.
    let root: String
    /// A folder for results, removed after the run.
    let scratch: String

    var inputs: String { "\(root)/Benchmarks/.inputs/\(Inputs.version)" }
    var webimage: String { "\(root)/Tools/.build/release/webimage" }
    var peers: String { "\(root)/Benchmarks/Peers" }
    var python: String { "\(root)/Benchmarks/.peers/bin/python" }

    var caches: String { "\(root)/Benchmarks/Caches/.build/release/caches" }

    func floor(_ name: String) -> String { "\(root)/Benchmarks/.floors/\(name)" }
}
