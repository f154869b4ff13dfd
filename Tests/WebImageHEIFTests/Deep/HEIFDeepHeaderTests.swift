#if HEIF
    import CHEIFShim
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImageHEIF
    import WebImagePixels

    struct HEIFDeepHeaderTests {
        private static let numbers = H273.Numbers(12, 13, 6, depth: 10)

        /// The place of the bits of luma in the box of a configuration, followed by those of
        /// chroma.
        private static let placeOfDepth = 8 + 17

        private func isLimit(_ error: any Error) -> Bool {
            if case .limit? = error as? CodecError { true } else { false }
        }

        @Test func `limits and demands count the bytes of deep pixels`() throws {
            let (file, area) = (try HEIFPlanes.file(Self.numbers), HEIFPlanes.size.area)
            // Planes of three samples, RGB, and the bitmap.
            let enough = DecodeLimits(maxBytes: area * (6 + 6 + 8))
            try decode(file, .asStored(limits: enough))
            let less = DecodeLimits(maxBytes: enough.maxBytes - 1)
            #expect { try decode(file, .asStored(limits: less)) } throws: { isLimit($0) }
            let demand = try #require(self.demand(of: file, .asStored()))
            #expect(demand.sampleFormat == .rgba16 && demand.size == HEIFPlanes.size)
            let pixels = Bitmap.byteCount(of: HEIFPlanes.size, as: .rgba16)
            #expect(demand.byteCount == area * (6 + 6 + 4) + pixels)
            let plain = try #require(self.demand(of: file, DecodeOptions()))
            #expect(plain.sampleFormat == .bgra8 && plain.byteCount < demand.byteCount)
        }

        @Test func `limits and demands of a reduced decode count a scaler of deep rows`() throws {
            let (file, area) = (try HEIFPlanes.file(Self.numbers), HEIFPlanes.size.area)
            let small = PixelSize(width: 32, height: 40)
            let scaling = DeepRowScaler.byteCount(from: HEIFPlanes.size, to: small)
            let demand = try #require(self.demand(of: file, .asStored(box: small)))
            #expect(demand.byteCount == area * (6 + 6 + 4) + scaling)
            let enough = DecodeLimits(maxBytes: area * (6 + 6) + scaling)
            try decode(file, .asStored(box: small, limits: enough))
            let less = DecodeLimits(maxBytes: enough.maxBytes - 1)
            #expect { try decode(file, .asStored(box: small, limits: less)) } throws: {
                isLimit($0)
            }
        }

        private func demand(of file: ByteBlock, _ options: DecodeOptions) -> MemoryDemand? {
            file.withSpan { HEIFDecoder().memoryDemand(of: $0, options: options) }
        }

        @Test(arguments: [(10, 12), (12, 10), (8, 10), (10, 9)])
        func `a stream of other bits than its header says is refused`(
            depth: Int, stated: Int
        ) throws {
            let numbers = H273.Numbers(12, 13, 6, depth: depth)
            var container = try HEIFPlanes(numbers: numbers).container()
            for place in [Self.placeOfDepth, Self.placeOfDepth + 1] {
                let byte = container.properties[0][place]
                #expect(byte & 7 == depth - 8)
                container.properties[0][place] = byte & ~7 | UInt8(stated - 8)
            }
            #expect { try decodeDeep(container.file) } throws: { isDamage($0) }
        }

        @Test func `a picture cut anywhere is refused`() throws {
            let whole = try HEIFPlanes.file(Self.numbers, heif_chroma_420).array
            for count in stride(from: 0, to: whole.count, by: 7) {
                let part = ByteBlock(copying: whole[..<count])
                #expect(
                    "\(count) bytes", performing: { try decodeDeep(part) },
                    throws: { $0 is CodecError })
            }
        }

        @Test func `no byte can make the decoder trap`() throws {
            var planes = HEIFPlanes(numbers: Self.numbers, boxes: [HEIFPlanes.nclx(Self.numbers)])
            (planes.opacity, planes.isPremultiplied) = (0.6, true)
            let whole = try planes.container().file.array
            let limits = DecodeLimits(maxPixels: 1 << 16)
            for index in whole.indices {
                for change in [UInt8(0xFF), 0x04] {
                    var bytes = whole
                    bytes[index] ^= change
                    let file = ByteBlock(copying: bytes)
                    _ = try? decode(file, .asStored(limits: limits))
                }
            }
        }

        @Test func `pixels of damaged files do not depend on fresh memory`() throws {
            let size = PixelSize(width: 128, height: 96)
            let bytes = try encode(Scene.photograph(size: size).converted(to: .rgba16)).array
            let data = try #require(boxOffset(of: "mdat", in: bytes)) + 8
            for start in stride(from: data + 6, to: bytes.count, by: 211) {
                var damaged = bytes
                damaged[start] ^= 0x10
                let file = ByteBlock(copying: damaged)
                #expect(try FreshMemory.isEqual { try decodeDeep(file).bitmap }, "\(start - data)")
            }
        }

        @Test func `the frames of a sequence have 8 bits`() throws {
            let file = try movie(HEIFPlanes(numbers: Self.numbers).container())
            let output = try decodeDeep(file)
            #expect(output.metadata.frameCount == 2 && output.bitmap.sampleFormat == .bgra8)
            #expect(try output.bitmap == decode(file).bitmap)
            #expect(demand(of: file, .asStored())?.sampleFormat == .bgra8)
            let frames = try HEIFDecoder().frames(of: EncodedImage(file), options: .asStored())
            #expect(try frames?.frame(at: 1).bitmap == output.bitmap)
        }

        /// Returns a track that shows the picture of a file twice.
        private func movie(_ picture: HEIFContainer) -> ByteBlock {
            typealias Boxes = HEIFContainer
            func zeros(_ count: Int) -> [UInt8] { Array(repeating: 0, count: count) }
            func table(_ type: String, _ numbers: [Int], _ rest: [UInt8] = []) -> [UInt8] {
                Boxes.box(type, ([0] + numbers).flatMap(Boxes.u32) + rest)
            }
            let (data, size) = (picture.items[0].data, HEIFPlanes.size)
            let head = Boxes.box("ftyp", Array("msf1".utf8) + zeros(4) + Array("msf1hevc".utf8))
            let entry = Boxes.box(
                "hvc1",
                zeros(24) + Boxes.u16(size.width) + Boxes.u16(size.height) + zeros(50)
                    + picture.properties[0])
            let tables = [
                table("stsd", [1], entry), table("stts", [1, 2, 1]), table("stsc", [1, 1, 2, 1]),
                table("stsz", [0, 2, data.count, data.count]), table("stco", [1, head.count + 8]),
            ]
            let media = [
                table("mdhd", [0, 0, 10, 2, 0]),
                table("hdlr", [0], Array("pict".utf8) + zeros(13)),
                Boxes.box("minf", Boxes.box("stbl", tables.flatMap { $0 })),
            ]
            let film = Boxes.box("moov", Boxes.box("trak", Boxes.box("mdia", media.flatMap { $0 })))
            return ByteBlock(copying: head + Boxes.box("mdat", data + data) + film)
        }

        @Test func `a cancelled task gets no deep picture and no file`() async throws {
            let bitmap = Bitmap(size: PixelSize(width: 64, height: 64), as: .rgba16)
            let file = try encode(bitmap)
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                #expect(throws: CodecError.cancelled) { try decodeDeep(file) }
                #expect(throws: CodecError.cancelled) { try encode(bitmap) }
            }
            await task.value
        }
    }
#endif
