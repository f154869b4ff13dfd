import Glibc
import WebImage
import WebImageSandbox
import WebImageTesting

// The measured parts of the library in a process of their own; `Benchmarks/run` starts them.
//
//     bench inputs FOLDER                    writes the pictures to measure
//     bench samples FOLDER                   writes a small photograph in every format
//     bench worker program|walled|isolated   our side of a race, see Peers/worker.py
//     bench loads URL COUNT AT_ONCE bytes|image|thumbnail|file
//     bench origin FILE                      serves a file on loopback until standard input ends
//     bench decode FILE COUNT                one codec alone, for callgrind
//     bench thumb FILE COUNT SIDE
DecoderWorker.runIfAsked()
let words = Array(CommandLine.arguments.dropFirst())
do {
    switch (words.first, words.count) {
    case ("inputs", 2): try await Inputs.write(to: words[1])
    case ("samples", 2): try Inputs.writeSamples(to: words[1])
    case ("worker", 2): try await Worker(decodingIn: words[1]).serve()
    case ("loads", 5):
        guard let wish = Loads.Wish(rawValue: words[4]) else { throw BenchError("no such wish") }
        try await Loads(url: words[1], count: number(2), concurrency: number(3), wish: wish).run()
    case ("origin", 2): try serve(words[1])
    case ("decode", 3): try Codec(path: words[1], count: number(2)).decode()
    case ("thumb", 4): try Codec(path: words[1], count: number(2)).thumbnails(side: number(3))
    default: throw BenchError("usage: bench inputs|samples|worker|loads|origin|decode|thumb …")
    }
} catch {
    print("bench: \(error)")
    exit(1)
}

/// Returns an argument that is a positive number.
func number(_ place: Int) throws -> Int {
    guard let number = Int(words[place]), number > 0 else {
        throw BenchError("\(words[place]) is not a number")
    }
    return number
}

/// Prints the URL of a server with one file, and serves it until standard input ends.
func serve(_ path: String) throws {
    let server = try OriginServer()
    let body = try Files.read(path).withUnsafeBytes { Array($0) }
    let headers = [("Content-Type", "image/jpeg")]
    server.reply("/picture", with: OriginReply(headers: headers, body: body))
    print(server.url("/picture"))
    fflush(nil)
    while readLine() != nil {}
    server.shutdown()
}
