import Glibc

/// The parts of the program, which starts itself for those that need a process of their own.
///
///     bench run ROOT SCRATCH [GROUP…]    measures, all groups or these; the table on standard output
///     bench list                         the groups
///     bench inputs FOLDER                writes the pictures to measure
///     bench worker                       our side of a race, see Peers/worker.py
///     bench loads URL COUNT CONCURRENCY WISH    runs a `LoadRun` and ends
///     bench origin FILE                  serves a file on loopback until standard input ends
let arguments = CommandLine.arguments
do {
    switch (arguments.dropFirst().first, arguments.count) {
    case ("run", 4...):
        let places = Places(itself: arguments[0], root: arguments[2], scratch: arguments[3])
        try await Run(places: places, only: Array(arguments.dropFirst(4))).measure()
    case ("list", 2): Run.list()
    case ("inputs", 3): try await Inputs.write(to: arguments[2])
    case ("worker", 2): await OwnWorker().serve()
    case ("loads", 6):
        guard let loads = LoadRun(Array(arguments.dropFirst(2))) else {
            throw BenchError("loads takes URL COUNT CONCURRENCY bytes|image|thumbnail")
        }
        try await loads.run()
    case ("origin", 3): try Origin.serve(file: arguments[2])
    default:
        print(
            "usage: bench run ROOT SCRATCH [GROUP…] | list | inputs FOLDER | worker | origin FILE")
        exit(64)
    }
} catch {
    print("bench: \(error)")
    exit(1)
}
