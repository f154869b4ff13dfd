import CFuzzer
import Foundation
import WebImage

// fuzz NAME [libFuzzer's arguments]: NAME is a format, `recognition`, `inflate` (CPNGShim next to
// zlib), `trim` (CJPEGShim skipping codes next to reading all of them) or `answer` (the parser of what
// decoder processes answer). Fuzz/run calls it.

guard CommandLine.argc > 1, let harness = Harness(CommandLine.arguments[1]) else {
    let names = Harness.names.joined(separator: " ")
    FileHandle.standardError.write(Data("usage: fuzz NAME [ARGUMENT…]; names: \(names)\n".utf8))
    exit(64)
}
// libFuzzer gets the arguments after the name.
var count = CommandLine.argc - 1
var arguments = CommandLine.unsafeArgv + 1
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
