// Decodes for the tests, which cannot start themselves again; the modes are programs of their own:
//
//     SandboxChild hold          starts workers, prints their pool's state, and waits to be killed
//     SandboxChild idle          decodes a picture of 144 MB, and prints how many workers are left
//     SandboxChild attacks       tries all forbidden calls, and prints "all denied" or what was not
//     SandboxChild many          decodes 100,000 pictures, and prints its memory after each tenth in MB
//     SandboxChild growth        decodes larger and larger pictures, and prints how many workers did
//     SandboxChild leaks         makes and ends pools, and prints what was left: "no leaks"
//     SandboxChild starters      decodes a JPEG and a JPEG XL, and prints the libraries of each starter
//     SandboxChild peak          decodes a picture of 144 MB, and prints the peak of its memory in MB
//     SandboxChild formats       decodes a picture of 144 MB and a JPEG XL, and prints how many
//                                workers are left
#if Sandbox && os(Linux)
    import Foundation
    import Glibc
    import SandboxAttacks
    import WebImage
    import WebImageSandbox

    var codecs = CodecList.installed
    codecs.decoders += [AttackDecoder(), AttackDocument()]
    codecs.encoders.append(AttackEncoder())
    DecoderWorker.runIfAsked(codecs: codecs)

    if CommandLine.arguments.dropFirst().first == "hold" {
        let sandboxed = try await CodecList.sandboxed(codecs, worker: "/proc/self/exe")
        let decoder = try sandboxed.decoder(for: .attack)
        let work = Task.detached {
            try Attack.spin.bytes().withSpan { bytes in
                var options = DecodeOptions()
                options.limits.maxTime = .seconds(60)
                _ = try decoder.decode(bytes, options: options)
            }
        }
        try await Task.sleep(for: .milliseconds(300))
        print("started")
        fflush(nil)
        _ = try await work.value
    }

    if CommandLine.arguments.dropFirst().first == "idle" {
        let sandboxed = try await CodecList.sandboxed(codecs, worker: "/proc/self/exe")
        let decoder = try sandboxed.decoder(for: .attack)
        _ = try Attack.large.bytes().withSpan { try decoder.decode($0, options: .init()) }
        let before = workers().count
        for _ in 0..<200 where !workers().isEmpty { try await Task.sleep(for: .milliseconds(20)) }
        print("\(before) worker, then \(workers().count)")
        _ = sandboxed
    }

    if CommandLine.arguments.dropFirst().first == "attacks" {
        let sandboxed = try await CodecList.sandboxed(
            codecs, wall: .required, worker: "/proc/self/exe")
        let decoder = try sandboxed.decoder(for: .attack)
        var wrong: [String] = []
        for call in ForbiddenCall.all {
            do throws(CodecError) {
                _ = try Attack.bytes(ofCall: call.number).withSpan { bytes throws(CodecError) in
                    try decoder.decode(bytes, options: DecodeOptions())
                }
                if call.signal != 0 { wrong.append("\(call.name): no consequence") }
            } catch {
                if error != .workerEnded(.attack, .violation) {
                    wrong.append("\(call.name): \(error)")
                }
            }
        }
        print(wrong.isEmpty ? "all denied" : wrong.joined(separator: "; "))
    }

    if CommandLine.arguments.dropFirst().first == "leaks" {
        var counts: [(descriptors: Int, children: Int)] = []
        for _ in 0..<5 {
            await waitForChildren()
            counts.append((descriptors(), children()))
            let sandboxed = try await CodecList.sandboxed(codecs, worker: "/proc/self/exe")
            let decoder = try sandboxed.decoder(for: .attack)
            for attack in [Attack.fault, .descriptor, .large, .large] {
                _ = try? attack.bytes().withSpan { try decoder.decode($0, options: .init()) }
            }
        }
        await waitForChildren()
        counts.append((descriptors(), children()))
        // The first round opens what a program keeps, such as the terminal's.
        let isClean = counts.dropFirst().allSatisfy {
            $0.descriptors <= counts[1].descriptors && $0.children == 0
        }
        print(isClean ? "no leaks" : "\(counts)")
    }

    if CommandLine.arguments.dropFirst().first == "growth" {
        let sandboxed = try await CodecList.sandboxed(codecs, worker: "/proc/self/exe")
        let decoder = try sandboxed.decoder(for: .bmp)
        var seen: Set<String> = []
        for side in stride(from: 2000, through: 5000, by: 500) {
            let bmp = try BMPEncoder().encode(
                Bitmap(size: PixelSize(side, side), isOpaque: true), settings: EncodeSettings())
            _ = try bmp.withSpan { try decoder.decode($0, options: DecodeOptions()) }
            seen.formUnion(workers())
        }
        print("\(seen.count) workers")
    }

    if CommandLine.arguments.dropFirst().first == "many" {
        let sandboxed = try await CodecList.sandboxed(codecs, worker: "/proc/self/exe")
        let decoder = try sandboxed.decoder(for: .png)
        let png = try codecs.encoder(for: .png).encode(
            Bitmap(size: PixelSize(60, 40)), settings: EncodeSettings())
        var sizes: [Int] = []
        for _ in 0..<10 {
            for _ in 0..<10_000 {
                _ = try png.withSpan { try decoder.decode($0, options: DecodeOptions()) }
            }
            let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
            sizes.append((Int(text.split(separator: " ")[1]) ?? 0) * Int(getpagesize()) / (1 << 20))
        }
        print(sizes.map(String.init).joined(separator: " "))
    }

    if CommandLine.arguments.dropFirst().first == "starters" {
        let sandboxed = try await CodecList.sandboxed(codecs, worker: "/proc/self/exe")
        for format in [ImageFormat.jpeg, .jxl] {
            let file = try codecs.encoder(for: format).encode(
                Bitmap(size: PixelSize(40, 30)), settings: EncodeSettings())
            let decoder = try sandboxed.decoder(for: format)
            _ = try file.withSpan { try decoder.decode($0, options: DecodeOptions()) }
        }
        let names = ["libavif", "libheif", "libjxl", "librsvg", "libtiff"]
        let found = try children(of: "self").map { process in
            let maps = try String(contentsOfFile: "/proc/\(process)/maps", encoding: .utf8)
            return names.filter { maps.contains($0) }.joined(separator: "+")
        }
        print("starters with: \(found.sorted())")
    }

    if CommandLine.arguments.dropFirst().first == "peak" {
        let sandboxed = try await CodecList.sandboxed(codecs, worker: "/proc/self/exe")
        let decoder = try sandboxed.decoder(for: .attack)
        let output = try Attack.large.bytes().withSpan {
            try decoder.decode($0, options: .init())
        }
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let peak = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        print((peak?.split(separator: " ").dropLast().last.flatMap { Int($0) } ?? 0) / 1024)
        _ = output
    }

    if CommandLine.arguments.dropFirst().first == "formats" {
        let sandboxed = try await CodecList.sandboxed(codecs, worker: "/proc/self/exe")
        let decoder = try sandboxed.decoder(for: .attack)
        _ = try Attack.large.bytes().withSpan { try decoder.decode($0, options: .init()) }
        let before = Set(workers())
        let file = try codecs.encoder(for: .jxl).encode(
            Bitmap(size: PixelSize(40, 30)), settings: EncodeSettings())
        let other = try sandboxed.decoder(for: .jxl)
        _ = try file.withSpan { try other.decode($0, options: DecodeOptions()) }
        // It would end a second later if it were merely idle.
        for _ in 0..<20 where workers().count > 1 { try await Task.sleep(for: .milliseconds(20)) }
        let new = workers().count { !before.contains($0) }
        print("\(before.count) worker, then \(workers().count), \(new) of them new")
    }

    /// Waits for the end of the children, four seconds at most.
    func waitForChildren() async {
        for _ in 0..<200 where children() > 0 { try? await Task.sleep(for: .milliseconds(20)) }
    }

    /// The number of open descriptors without those of Dispatch, which opens its timers at any
    /// time.
    func descriptors() -> Int {
        let folder = "/proc/self/fd"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let targets = names.map {
            try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")
        }
        return targets.count { $0?.contains("anon_inode:") != true }
    }

    func children() -> Int { children(of: "self").count }

    /// The children's children.
    func workers() -> [String] { children(of: "self").flatMap { children(of: $0) } }

    func children(of process: String) -> [String] {
        let folder = "/proc/\(process)/task"
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return threads.flatMap { thread in
            let path = "\(folder)/\(thread)/children"
            let text = try? String(contentsOfFile: path, encoding: .utf8)
            return (text ?? "").split(separator: " ").map(String.init)
        }
    }
#endif
