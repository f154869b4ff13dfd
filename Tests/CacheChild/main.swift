import WebImagePipeline

// A process that works on a cache folder until it is killed, or for some seconds; tests start it.
//
//     CacheChild write FOLDER LANE ROUND       changes the lane's own entries, reports each step
//     CacheChild storm FOLDER SEED SECONDS MAXBYTES MAXENTRYBYTES
let arguments = CommandLine.arguments
let numbers = arguments.dropFirst(3).compactMap { Int($0) }
switch (arguments.dropFirst().first, numbers.count) {
case ("write", 2):
    WriteLane(folder: arguments[2], lane: numbers[0], round: numbers[1]).run()
case ("storm", 4):
    Storm(
        folder: arguments[2], seed: numbers[0], seconds: numbers[1], maxBytes: numbers[2],
        maxEntryBytes: numbers[3]
    ).run()
default:
    Report.fail("no such work: \(arguments)")
}
