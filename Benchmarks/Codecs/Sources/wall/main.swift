// Compares decoding in a process without rights with decoding in the program:
//
//     wall          prints a line for each measurement; the status is 1 if a target is missed
//
// Both decode the same bytes by turns. CPU is that of the program and all its processes.
import Foundation
import Glibc
import WebImage
import WebImageSVG
import WebImageSandbox

DecoderWorker.runIfAsked()

let processes = Processes()
let own = CodecList.installed
let walled = try await CodecList.sandboxed()
let isolated = try await CodecList.sandboxed(isolation: .perSource)
var missed = 0

@MainActor func report(_ name: String, _ ratio: Double, _ target: Double, _ detail: String) {
    let holds = ratio <= target
    missed += holds ? 0 : 1
    print(
        name.padding(toLength: 34, withPad: " ", startingAt: 0)
            + String(format: "%7.3f  target %6.2f  ", ratio, target)
            + (holds ? "holds   " : "MISSED  ") + detail)
}

/// Decodes as the pipeline does: the demand of memory, then the picture.
func decode(
    _ bytes: ByteBlock, _ codecs: CodecList, _ format: ImageFormat, box: PixelSize?
) throws {
    let decoder = try codecs.decoder(for: format)
    let options = DecodeOptions(downsampling: Downsampling(box: box))
    try bytes.withSpan { bytes in
        _ = decoder.memoryDemand(of: bytes, options: options)
        _ = try decoder.decode(bytes, options: options)
    }
}

/// Compares two operations by turns.
///
/// - Returns: The medians of the CPU times in seconds, that of their ratios, and of the clock's.
@MainActor func race(
    rounds: Int, repeats: Int, _ ours: () throws -> Void, _ theirs: () throws -> Void
) throws -> (ours: Double, theirs: Double, ratio: Double, clock: Double) {
    try ours()
    try theirs()
    var results: [(Double, Double, Double)] = []
    for _ in 0..<rounds {
        let (a, b) = (try processes.cost(repeats, ours), try processes.cost(repeats, theirs))
        results.append((a.cpu, b.cpu, a.clock / b.clock))
    }
    func median(_ value: ((Double, Double, Double)) -> Double) -> Double {
        results.map(value).sorted()[results.count / 2]
    }
    return (median(\.0), median(\.1), median { $0.0 / $0.1 }, median(\.2))
}

@MainActor func compare(
    _ name: String, target: Double, rounds: Int = 9, repeats: Int,
    _ body: (CodecList) throws -> Void
) throws {
    let found = try race(rounds: rounds, repeats: repeats, { try body(walled) }, { try body(own) })
    report(
        name, found.ratio, target,
        String(
            format: "%.3f ms of CPU, %.3f in the program; clock %.2f x", found.ours * 1e3,
            found.theirs * 1e3, found.clock))
}

let photo = Pictures.photo(PixelSize(4000, 3000))
let jpeg = try own.encoder(for: .jpeg).encode(photo, settings: EncodeSettings(quality: 85))
let png = try own.encoder(for: .png).encode(
    Pictures.photo(PixelSize(6000, 4000)), settings: EncodeSettings(effort: 3))
let icon = try own.encoder(for: .png).encode(
    Pictures.photo(PixelSize(48, 48)), settings: EncodeSettings())
let box = PixelSize(320, 320)

try compare("12 MP JPEG to 320", target: 1.05, repeats: 4) {
    try decode(jpeg, $0, .jpeg, box: box)
}
try compare("24 MP PNG to 320", target: 1.05, repeats: 1) { try decode(png, $0, .png, box: box) }
try compare("12 MP JPEG, full size", target: 1.15, repeats: 2) {
    try decode(jpeg, $0, .jpeg, box: nil)
}
let small = try race(
    rounds: 9, repeats: 200, { try decode(icon, walled, .png, box: nil) },
    { try decode(icon, own, .png, box: nil) })
report(
    "icon of \(icon.count) bytes, ms more", (small.ours - small.theirs) * 1e3, 0.25,
    String(format: "%.3f ms, %.3f in the program", small.ours * 1e3, small.theirs * 1e3))

let film = DecodedImage(
    frames: (0..<30).map { index in
        ImageFrame(
            bitmap: Pictures.photo(PixelSize(640, 480), shift: index * 7),
            duration: .milliseconds(40))
    })
if let frames = film.frames, let encoder = own.animatedEncoder(for: .webp) {
    let file = try encoder.encode(frames, settings: EncodeSettings(quality: 75, effort: 1))
    try compare("30 frames of 640x480, WebP", target: 1.1, repeats: 1) { codecs in
        let decoder = try codecs.decoder(for: .webp) as? any AnimatedImageDecoder
        let opened = try decoder?.frames(of: EncodedImage(file), options: DecodeOptions())
        for index in 0..<(opened?.count ?? 0) { _ = try opened?.frame(at: index) }
    }
}

var icons = 0
let start = try processes.cost(40) {
    // Other bytes each time, so that each picture has a new worker.
    icons += 1
    let icon = try own.encoder(for: .bmp).encode(
        Bitmap(size: PixelSize(8 + icons, 8)), settings: EncodeSettings())
    try decode(icon, isolated, .bmp, box: nil)
}
report(
    "new worker, ms", start.clock * 1e3, 15,
    String(format: "%.2f ms of CPU, a picture of its own each", start.cpu * 1e3))

// Each source in processes of its own, for decoding, colours and encoding, as the image server works.
let scene = Pictures.photo(PixelSize(1200, 900))
var withProfile = EncodeSettings(quality: 85)
withProfile.embedded.profile = Pictures.profile
let files: [String: ByteBlock] = [
    "jpeg": try own.encoder(for: .jpeg).encode(scene, settings: EncodeSettings(quality: 85)),
    "profile": try own.encoder(for: .jpeg).encode(scene, settings: withProfile),
    "heic": try own.encoder(for: .heic).encode(scene, settings: EncodeSettings(quality: 60)),
    "text": ByteBlock(copying: Array(Pictures.drawing.utf8)),
]
var drawing = own
drawing.decoders.insert(SVGDecoder(inProcess: true), at: 0)
let inProgram = Thumbnails(files, drawing)
let bySource = Thumbnails(
    files, try await CodecList.sandboxed(encodes: true, isolation: .perSource))
for (name, target) in [("jpeg", 5.0), ("profile", 8), ("heic", 5), ("text", 5)] {
    var costs: [(ours: Double, theirs: Double)] = []
    for round in 0..<9 {
        var sums: [Double] = []
        for thumbnails in [bySource, inProgram] {
            let before = processes.cpu
            for number in 0..<40 { try await thumbnails.make(name, round * 100 + number) }
            sums.append((processes.cpu - before) / 40 * 1e3)
        }
        costs.append((sums[0], sums[1]))
    }
    let more = costs.map { $0.ours - $0.theirs }.sorted()[costs.count / 2]
    report(
        "a source of its own, \(name), ms more", more, target,
        String(format: "%.2f ms in the program", costs.map(\.theirs).sorted()[costs.count / 2]))
}

try await Task.sleep(for: .seconds(3))
try decode(icon, walled, .png, box: nil)
let sizes = processes.proportionalMegabytes
report(
    "an idle worker, MB (PSS)", sizes.max() ?? 0, 12,
    sizes.map { String(format: "%.1f", $0) }.joined(separator: " "))
exit(missed == 0 ? 0 : 1)
