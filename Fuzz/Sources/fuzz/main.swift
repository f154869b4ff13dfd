import CFuzzer
import Foundation
import WebImage

// fuzz NAME [libFuzzer's arguments]: NAME is a format, `recognition`, `inflate` (CPNGShim next to
// zlib), `trim` (CJPEGShim skipping codes next to reading all of them), `answer` (the parser of
// what decoder processes answer), `urls` (the grammars of addresses), `redis` (the parser of a
// shared store's replies), `gainmap` (the readers of gain maps, and their light) or `profile` (the
// conversions of colours). Fuzz/run calls it.
//
// fuzz seeds NAME FOLDER writes first inputs of a name.

if CommandLine.arguments.count == 4, CommandLine.arguments[1] == "seeds" {
    try Seeds.write(
        of: CommandLine.arguments[2],
        to: URL(filePath: CommandLine.arguments[3], directoryHint: .isDirectory))
    exit(0)
}

// A process that libFuzzer's -fork starts has no name among its arguments.
let variable = "WEBIMAGE_FUZZ"
let inherited = getenv(variable).map { String(cString: $0) }
guard let name = inherited ?? CommandLine.arguments.dropFirst().first, let harness = Harness(name)
else {
    let names = Harness.names.joined(separator: " ")
    FileHandle.standardError.write(Data("usage: fuzz NAME [ARGUMENT…]; names: \(names)\n".utf8))
    exit(64)
}
setenv(variable, name, 1)
// libFuzzer gets the path of the program, and the arguments after the name.
var (count, arguments) = (CommandLine.argc, CommandLine.unsafeArgv)
if inherited == nil {
    count -= 1
    arguments += 1
    arguments[0] = CommandLine.unsafeArgv[0]
}
current = harness
exit(
    withUnsafeMutablePointer(to: &arguments) { place in
        place.withMemoryRebound(
            to: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.self, capacity: 1
        ) {
            LLVMFuzzerRunDriver(&count, $0) { start, count in
                current?.run(UnsafeRawBufferPointer(start: start, count: count))
                return 0
            }
        }
    })
