import Foundation
import WebImage

// codec FILE COUNT: decodes the first frame of a file COUNT times with its codec alone, without
// colour conversion and orientation. Benchmarks/codecs compares it with the floor programs.

guard CommandLine.arguments.count == 3, let count = Int(CommandLine.arguments[2]) else {
    FileHandle.standardError.write(Data("usage: codec FILE COUNT\n".utf8))
    exit(64)
}
let data = try Data(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1]))
let image = EncodedImage(ByteBlock(copying: data))
guard let format = image.format else { throw CodecError.unrecognized(CommandLine.arguments[1]) }
let decoder = try CodecList.installed.decoder(for: format)
for _ in 0..<count {
    let output = try image.bytes.withSpan { bytes throws(CodecError) in
        try decoder.decode(bytes, options: DecodeOptions())
    }
    precondition(!output.bitmap.size.isEmpty, "A decoded picture has pixels.")
}
