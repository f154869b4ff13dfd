#if HEIF
    import Foundation
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImageHEIF
    import WebImagePixels

    /// The independence of pixels from the content of fresh memory.
    ///
    /// Serial, since the filling of fresh memory is process-wide.
    @Suite(.serialized)
    struct HEIFMemoryTests {
        private static let size = PixelSize(width: 128, height: 96)

        @Test func `a damaged slice is an error`() throws {
            let bytes = try encode(Scene.photograph(size: Self.size)).array
            let data = try #require(boxOffset(of: "mdat", in: bytes)) + 8
            for start in stride(from: data + 16, to: bytes.count - 200, by: 301) {
                var damaged = bytes
                for index in start..<bytes.count { damaged[index] = 0 }
                #expect(
                    "\(start - data)",
                    performing: {
                        try decode(ByteBlock(copying: damaged))
                    }, throws: { isDamage($0) })
            }
        }

        @Test func `a slice that ends early is an error`() throws {
            let coded = try CodedPicture(256, 256)
            var container = HEIFContainer()
            container.properties = [coded.configuration, HEIFContainer.size(256, 256)]
            var (ends, refused) = (0, 0)
            // The bits after a change are noise, in which a slice may end by chance.
            for place in stride(from: 8, to: coded.data.count, by: coded.data.count / 150) {
                var data = coded.data
                data[place] ^= 0x55
                container.items = [.init(type: "hvc1", properties: [1, 2], data: data)]
                do { try decode(container.file) } catch {
                    refused += 1
                    if "\(error)".contains("missing") { ends += 1 }
                }
            }
            #expect(ends > 0 && refused > ends)
        }

        @Test(.enabled(if: FreshMemory.canBeFilled, "fresh memory cannot be filled here"))
        func `pixels of damaged files do not depend on fresh memory`() throws {
            let bytes = try encode(Scene.photograph(size: Self.size)).array
            let data = try #require(boxOffset(of: "mdat", in: bytes)) + 8
            for start in stride(from: data + 6, to: bytes.count, by: 97) {
                var damaged = bytes
                damaged[start] ^= 0x10
                let file = ByteBlock(copying: damaged)
                #expect(try FreshMemory.isEqual { try decode(file).bitmap }, "\(start - data)")
            }
        }

        @Test(.enabled(if: FreshMemory.canBeFilled, "fresh memory cannot be filled here"))
        func `scaling lists that the decoder does not set are refused`() throws {
            let bytes = try #require(Data(base64Encoded: defaultLists))
            let file = ByteBlock(copying: Array(bytes))
            #expect(try FreshMemory.isEqual { try decode(file).bitmap })
            #expect { try decode(file) } throws: { error in
                if case .unsupported? = error as? CodecError { true } else { false }
            }
        }

        @Test(
            .enabled(
                if: FreshMemory.canBeFilled && !hostileFiles.isEmpty,
                "the folder of hostile files is not there, or fresh memory cannot be filled"),
            arguments: hostileFiles)
        func `hostile files of the review show no fresh memory`(file: URL) throws {
            let file = ByteBlock(copying: Array(try Data(contentsOf: file)))
            #expect(try FreshMemory.isEqual { try decode(file).bitmap })
        }

        @Test func `two pictures in one item are refused`() throws {
            let coded = try CodedPicture(64, 64)
            var container = HEIFContainer()
            container.properties = [coded.configuration, HEIFContainer.size(64, 64)]
            container.items = [.init(type: "hvc1", properties: [1, 2], data: coded.data)]
            try decode(container.file)
            container.items[0].data += coded.data
            #expect { try decode(container.file) } throws: { isDamage($0) }
        }

        @Test func `a decoder that is not there is an error that names its package`() {
            #expect(
                throws: CodecError.missingLibrary(
                    .heic, library: "libde265-that-nobody-has.so.9", package: "libde265-0")
            ) {
                try HEIFLibrary.openDecoder(name: "libde265-that-nobody-has.so.9")
            }
        }
    }

    /// Returns `true` for the error of damaged or truncated bytes.
    func isDamage(_ error: any Error) -> Bool {
        switch error as? CodecError {
        case .damaged, .truncated: true
        default: false
        }
    }

    /// Returns `true` for the error of an unsupported file.
    func isUnsupported(_ error: any Error) -> Bool {
        if case CodecError.unsupported = error { true } else { false }
    }

    /// The C library's filling of fresh memory.
    enum FreshMemory {
        private typealias Option = @convention(c) (Int32, Int32) -> Int32
        /// `mallopt` of glibc, which is missing from Swift's overlay.
        private static let option = dlsym(nil, "mallopt").map { unsafeBitCast($0, to: Option.self) }

        /// `true` with glibc.
        static let canBeFilled = option != nil

        private static func fill(_ value: Int32) {
            let perturb: Int32 = -6
            _ = option?(perturb, value)
        }

        /// Returns `true` if decoding has the same pixels under two fillings, or rejects the file.
        static func isEqual(_ decode: () throws -> Bitmap) throws -> Bool {
            defer { fill(0) }
            let results = [Int32(3), 199].map { value in
                fill(value)
                return Result(catching: decode)
            }
            switch (results[0], results[1]) {
            case (.success(let first), .success(let second)):
                return first == second
            case (.failure, .failure): return true
            default: return false
            }
        }
    }

    private let hostileFiles: [URL] = {
        let folder = Corpus.folder.deletingLastPathComponent().appending(
            path: "acceptance/security")
        let files = try? FileManager.default.contentsOfDirectory(
            at: folder, includingPropertiesForKeys: nil)
        return (files ?? []).filter { ["heic", "heif"].contains($0.pathExtension) }
            .sorted { $0.path < $1.path }
    }()

    /// A picture in 4:4:4 of 64 × 64 pixels whose stream selects the standard's scaling lists.
    private let defaultLists = """
        AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAT5tZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAA
        AAAAAAAAAAAAAA5waXRtAAAAAAABAAAAImlsb2MAAAAAREAAAQABAAAAAAFiAAEAAAAAAAAAbQAAACNpaW5mAAAA
        AAABAAAAFWluZmUCAAAAAAEAAGh2YzEAAAAAvmlwcnAAAACgaXBjbwAAAHRodmNDAQQIAAAAAAAAAAAAHvAA/P/4
        +AAADwMgAAEAF0ABDAH//wQIAAADAJ44AAADAAAeugJAIQABACdCAQEECAAAAwCeOAAAAwAAHpAEECCy3UklWubA
        gAAAAwCAAAADAIQiAAEACEQBwXKGDAIkAAAAFGlzcGUAAAAAAAAAQAAAAEAAAAAQcGl4aQAAAAADCAgIAAAAFmlw
        bWEAAAAAAAAAAQABA4ECgwAAAHVtZGF0AAAAaSgBrxmA93462t7oH4joJjnUShdwNM3dcohv51uJC58bXWGdhYCE
        R5UeyjpJ19Rc8t+m0LxygXqHRPuKAA62MPZS6c6gq/+6iE9TsP+TWEOdF4EbD/WOf0D/51G5h4TTA+XzfW49Zw8g
        eA==
        """.split(separator: "\n").joined()
#endif
