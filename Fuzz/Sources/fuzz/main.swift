import CFuzzer
import Foundation
import WebImage

// fuzz NAME [libFuzzer's arguments]: NAME is a format, `recognition`, `inflate` (CPNGShim next to
// zlib), `trim` (CJPEGShim skipping codes next to reading all of them), `answer` (the parser of
// what decoder processes answer), `urls` (the grammars of addresses), `redis` (the parser of a
// shared store's replies) or `gainmap` (the readers of gain maps). Fuzz/run calls it.

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
