#if HEIF
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImageHEIF
    import WebImagePixels

    /// Pictures that libheif joins in memory that it does not clear.
    struct HEIFGridTests {
        /// Returns a grid of `size` with two cells side by side, by default of 64 × 64 pixels.
        private func grid(
            _ size: PixelSize = PixelSize(width: 128, height: 64), cell: (Int, Int) = (64, 64),
            stream: (Int, Int) = (64, 64)
        ) throws -> HEIFContainer {
            let coded = try CodedPicture(stream.0, stream.1)
            var container = HEIFContainer()
            container.properties = [
                coded.configuration, HEIFContainer.size(cell.0, cell.1),
                HEIFContainer.size(size.width, size.height),
            ]
            let layout = HEIFContainer.grid(
                rows: 1, columns: 2, width: size.width, height: size.height)
            container.items = [
                .init(type: "grid", properties: [3], data: layout),
                .init(type: "hvc1", properties: [1, 2], data: coded.data),
                .init(type: "hvc1", properties: [1, 2], data: coded.data),
            ]
            container.references = [.init("dimg", 1, [2, 3])]
            return container
        }

        @Test func `a grid that its cells fill is decoded`() throws {
            let exact = try decode(grid().file).bitmap
            #expect(exact.size == PixelSize(width: 128, height: 64))
            let cropped = try decode(grid(PixelSize(width: 100, height: 50)).file).bitmap
            #expect(cropped.size == PixelSize(width: 100, height: 50))
            #expect(exact[63, 49] == cropped[63, 49] && exact[64, 0] == cropped[64, 0])
        }

        @Test(arguments: [PixelSize(width: 129, height: 64), PixelSize(width: 128, height: 65)])
        func `a grid that its cells leave open is refused`(size: PixelSize) throws {
            let file = try grid(size).file
            #expect { try decode(file) } throws: { isDamage($0) }
        }

        @Test func `a grid of another size than its header tells is refused`() throws {
            var container = try grid()
            container.properties[2] = HEIFContainer.size(128, 32)
            #expect { try decode(container.file) } throws: { isDamage($0) }
        }

        @Test func `a cell whose stream has another size is refused`() throws {
            let size = PixelSize(width: 256, height: 128)
            try decode(grid(size, cell: (128, 128), stream: (128, 128)).file)
            for stream in [(112, 128), (128, 112), (144, 128)] {
                let file = try grid(size, cell: (128, 128), stream: stream).file
                #expect { try decode(file) } throws: { isDamage($0) }
            }
        }

        @Test func `cells that differ are refused`() throws {
            var container = try grid()
            container.properties.append(HEIFContainer.size(64, 32))
            container.items[2].properties = [1, 4]
            #expect { try decode(container.file) } throws: { isDamage($0) }
        }

        @Test(arguments: [(63, 64), (64, 63)])
        func `cells with odd sides are refused`(width: Int, height: Int) throws {
            let file = try grid(
                PixelSize(width: 2 * width, height: height), cell: (width, height)
            ).file
            #expect { try decode(file) } throws: { isUnsupported($0) }
        }

        @Test func `one cell with odd sides is not refused before it is decoded`() throws {
            var container = try grid(PixelSize(width: 63, height: 63), cell: (63, 63))
            container.items[0].data = HEIFContainer.grid(rows: 1, columns: 1, width: 63, height: 63)
            container.references = [.init("dimg", 1, [2])]
            // The stream has 64 × 64 pixels.
            #expect { try decode(container.file) } throws: { isDamage($0) }
        }

        @Test func `an overlay is refused`() throws {
            var container = try grid()
            let colour = Array(repeating: UInt8(255), count: 8)
            let sides = HEIFContainer.u16(128) + HEIFContainer.u16(64)
            let places = [0, 0, 64, 0].flatMap(HEIFContainer.u16)
            container.items[0] = .init(
                type: "iovl", properties: [3], data: [0, 0] + colour + sides + places)
            #expect { try decode(container.file) } throws: { isUnsupported($0) }
        }

        @Test func `a picture that is cropped twice is refused`() throws {
            var container = try grid()
            container.properties.append(HEIFContainer.crop(32, 32))
            container.items[0].properties = [3, 4]
            #expect(try decode(container.file).bitmap.size == PixelSize(width: 32, height: 32))
            container.items[0].properties = [3, 4, 4]
            #expect { try decode(container.file) } throws: { isDamage($0) }
        }

        @Test func `a crop that is not inside of its picture has no effect`() throws {
            var container = try grid()
            let whole = try decode(container.file).bitmap
            container.items[0].properties = [3, 4]
            for (width, height) in [(256, 64), (128, 65), (0, 10)] {
                container.properties = Array(container.properties.prefix(3))
                container.properties.append(HEIFContainer.crop(width, height))
                let found = try? decode(container.file).bitmap
                // Some versions of libheif refuse it.
                #expect(found == nil || found == whole, "\(width)x\(height)")
            }
        }

        @Test func `a picture made of a cropped one is not cropped again`() throws {
            var container = try grid()
            container.properties += [HEIFContainer.crop(32, 32), HEIFContainer.size(32, 32)]
            container.items[0] = .init(type: "iden", properties: [5], data: [0])
            container.items[1].properties = [1, 2, 4]
            container.references = [.init("dimg", 1, [2])]
            #expect(try decode(container.file).bitmap.size == PixelSize(width: 32, height: 32))
            container.items[0].properties = [5, 4]
            #expect { try decode(container.file) } throws: { isUnsupported($0) }
        }

        @Test func `two lists of properties for one item are refused`() throws {
            var container = try grid()
            container.extraUses = HEIFContainer.u16(2) + [1, 1]
            #expect { try decode(container.file) } throws: { isDamage($0) }
        }

        @Test func `two lists of cells for one grid are refused`() throws {
            var container = try grid()
            container.references.append(.init("dimg", 1, [3, 2]))
            #expect { try decode(container.file) } throws: { isDamage($0) }
        }

        @Test func `a reference behind the cells of a grid is refused`() throws {
            // libheif ignores the length of the outer reference, and finds the inner one.
            var container = try grid()
            let inner = [20, 0].flatMap(HEIFContainer.u16)
            try decode(container.file)
            container.references[0].rest = HEIFContainer.box("thmb", inner)
            #expect { try decode(container.file) } throws: { isDamage($0) }
        }

        @Test func `an alpha plane whose stream is smaller than its colours is refused`() throws {
            let (colours, small) = (try CodedPicture(128, 128), try CodedPicture(128, 64))
            var container = HEIFContainer()
            container.properties = [
                colours.configuration, HEIFContainer.size(128, 128), HEIFContainer.alpha,
                small.configuration,
            ]
            container.items = [
                .init(type: "hvc1", properties: [1, 2], data: colours.data),
                .init(type: "hvc1", properties: [1, 2, 3], data: colours.data),
            ]
            container.references = [.init("auxl", 2, [1])]
            #expect(try decode(container.file).metadata.hasAlpha)
            container.items[1] = .init(type: "hvc1", properties: [4, 2, 3], data: small.data)
            #expect { try decode(container.file) } throws: { isDamage($0) }
        }

        @Test func `two tables of items are refused`() throws {
            let bytes = try grid().file.array
            let empty = HEIFContainer.box("meta", HEIFContainer.u32(0))
            let file = ByteBlock(copying: Array(bytes[..<24]) + empty + Array(bytes[24...]))
            #expect(throws: CodecError.self) { try decode(file) }
        }
    }
#endif
