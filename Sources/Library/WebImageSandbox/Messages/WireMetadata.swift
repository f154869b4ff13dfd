#if Sandbox && os(Linux)
    import WebImageCoding
    import WebImagePixels

    extension ImageMetadata {
        /// Writes the metadata; EXIF and durations follow the packet.
        func write(to packet: inout PacketWriter, _ blocks: inout ResultBlocks) {
            packet.write(size)
            packet.write(UInt8(orientation.rawValue))
            packet.write(hasAlpha)
            packet.write(count: frameCount)
            packet.write(count: pageCount)
            packet.write(count: durations.count)
            packet.write(loopCount) { $0.write(count: $1) }
            packet.write(profileDescription) { $0.write($1, limit: Message.maxText) }
            packet.write(density.flatMap { $0.isUsual ? $0 : nil }) { $0.write($1) }
            packet.write(exif) { $0.write(count: $1.count) }
            packet.write(isVector)
            packet.write(isTruncated)
            packet.write(contentLight) { $0.write($1) }
            blocks.append(durations)
            if let exif { blocks.append(exif) }
        }

        /// Reads metadata within the limits that were asked for.
        init(
            from packet: inout PacketReader, _ blocks: inout ReceivedBlocks, _ limits: DecodeLimits
        ) throws(PacketError) {
            self.init(size: try packet.readSize())
            guard size.area <= limits.maxPixels else {
                throw PacketError("\(size) pixels, more than the \(limits.maxPixels) allowed")
            }
            let raw = Int(try packet.read(UInt8.self))
            guard let orientation = Orientation(rawValue: raw) else {
                throw PacketError("an orientation of \(raw)")
            }
            self.orientation = orientation
            hasAlpha = try packet.readFlag()
            frameCount = try packet.readCount("frames", in: 1...max(limits.maxFrames, 1))
            pageCount = try packet.readCount("pages", in: 1...Int(Int32.max))
            let count = try packet.readCount("durations", in: 0...max(limits.maxFrames, 1))
            loopCount = try packet.readOptional { packet throws(PacketError) in
                try packet.readCount("plays")
            }
            profileDescription = try packet.readOptional { packet throws(PacketError) in
                try packet.readText(limit: Message.maxText).printable
            }
            density = try packet.readOptional { packet throws(PacketError) in
                try packet.readDensity()
            }
            let exifCount = try packet.readOptional { packet throws(PacketError) in
                try packet.readCount("bytes of EXIF", in: 0...Message.maxBlock)
            }
            isVector = try packet.readFlag()
            isTruncated = try packet.readFlag()
            contentLight = try packet.readOptional { packet throws(PacketError) in
                try packet.readContentLight()
            }
            durations = try blocks.durations(count)
            if let exifCount { exif = Array(try blocks.next(exifCount)) }
        }
    }
#endif
