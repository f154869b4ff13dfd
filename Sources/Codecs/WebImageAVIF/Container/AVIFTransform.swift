#if AVIF
    import CAVIFShim
    import WebImageCoding
    import WebImagePixels

    /// The geometry from the stored image to the shown one: crop (`clap`), rotation (`irot`), then
    /// mirroring (`imir`; ISO/IEC 23008-12, sections 6.5.9 to 6.5.12).
    struct AVIFTransform {
        /// The part to show; all of it if the aperture is missing or out of bounds.
        let crop: PixelRect
        /// Rotation and mirroring combined.
        let orientation: Orientation
        /// The size of the shown image.
        var uprightSize: PixelSize { orientation.upright(crop.size) }

        /// Reads the transformations in the headers of `image`.
        init(_ image: UnsafePointer<avifImage>) {
            let size = PixelSize(
                width: Int(image.pointee.width), height: Int(image.pointee.height))
            let flags = image.pointee.transformFlags
            let hasAperture = flags & UInt32(AVIF_TRANSFORM_CLAP.rawValue) != 0
            crop =
                (hasAperture ? image.pointee.clap.rect(in: size) : nil)
                ?? PixelRect(x: 0, y: 0, size: size)
            let turns =
                flags & UInt32(AVIF_TRANSFORM_IROT.rawValue) != 0
                ? Int(image.pointee.irot.angle & 3) : 0
            let axis =
                flags & UInt32(AVIF_TRANSFORM_IMIR.rawValue) != 0
                ? Int(cavif_mirror_axis(image)) : nil
            orientation = Self.orientation(turns: turns, axis: axis)
        }

        /// Returns the orientation after `turns` by 90° counterclockwise, then a flip of top and
        /// bottom (axis 0) or left and right (axis 1).
        static func orientation(turns: Int, axis: Int?) -> Orientation {
            switch (turns, axis) {
            case (0, nil): .up
            case (1, nil): .left
            case (2, nil): .down
            case (3, nil): .right
            case (0, 0), (2, 1): .downMirrored
            case (0, _), (2, _): .upMirrored
            case (1, 0), (3, 1): .leftMirrored
            default: .rightMirrored
            }
        }
    }

    extension avifCleanApertureBox {
        /// Returns the aperture in whole pixels; nil if it is not inside an image of `size`.
        fileprivate func rect(in size: PixelSize) -> PixelRect? {
            CleanAperture([
                widthN, widthD, heightN, heightD, horizOffN, horizOffD, vertOffN, vertOffD,
            ]).rect(in: size)
        }
    }
#endif
