#if HEIF
    import CHEIFShim
    import WebImageCoding
    import WebImagePixels

    /// One image of a file, not yet decoded.
    final class HEIFImage {
        private let heif: UnsafePointer<CHEIF>
        let handle: OpaquePointer
        /// The item's identifier in the file.
        let item: Int

        /// Takes ownership of a handle of the library.
        init(_ heif: UnsafePointer<CHEIF>, _ handle: OpaquePointer, item: heif_item_id) {
            self.heif = heif
            self.handle = handle
            self.item = Int(item)
        }

        deinit {
            heif.pointee.heif_image_handle_release(handle)
        }

        /// The upright size, after all transformations.
        var size: PixelSize {
            PixelSize(
                width: Int(heif.pointee.heif_image_handle_get_width(handle)),
                height: Int(heif.pointee.heif_image_handle_get_height(handle)))
        }

        /// The size before the transformations.
        var storedSize: PixelSize {
            PixelSize(
                width: Int(heif.pointee.heif_image_handle_get_ispe_width(handle)),
                height: Int(heif.pointee.heif_image_handle_get_ispe_height(handle)))
        }

        /// `true` if there is an alpha plane.
        var hasAlpha: Bool { heif.pointee.heif_image_handle_has_alpha_channel(handle) != 0 }

        /// The items of alpha planes; the library uses one of them if its size equals the image's.
        var alphaItems: Set<Int> {
            auxiliaryItems(besides: 0).subtracting(
                auxiliaryItems(besides: Int32(LIBHEIF_AUX_IMAGE_FILTER_OMIT_ALPHA)))
        }

        private func auxiliaryItems(besides filter: Int32) -> Set<Int> {
            let count = min(
                heif.pointee.heif_image_handle_get_number_of_auxiliary_images(handle, filter), 1000)
            guard count > 0 else { return [] }
            var identifiers = [heif_item_id](repeating: 0, count: Int(count))
            let found = heif.pointee.heif_image_handle_get_list_of_auxiliary_image_IDs(
                handle, filter, &identifiers, count)
            return Set(identifiers.prefix(Int(max(found, 0))).map { Int($0) })
        }

        /// `true` if colour is stored premultiplied.
        var isPremultiplied: Bool {
            heif.pointee.heif_image_handle_is_premultiplied_alpha(handle) != 0
        }

        /// The bits of a sample; -1 if unspecified.
        var depth: Int { Int(heif.pointee.heif_image_handle_get_luma_bits_per_pixel(handle)) }

        /// The EXIF block from its TIFF header, whose offset precedes the block.
        var exif: [UInt8]? {
            var identifier: heif_item_id = 0
            guard
                heif.pointee.heif_image_handle_get_list_of_metadata_block_IDs(
                    handle, "Exif", &identifier, 1) == 1
            else { return nil }
            let count = heif.pointee.heif_image_handle_get_metadata_size(handle, identifier)
            guard count > 4 else { return nil }
            var bytes = [UInt8](repeating: 0, count: count)
            let error = heif.pointee.heif_image_handle_get_metadata(handle, identifier, &bytes)
            guard error.code == heif_error_Ok, let offset = bytes.span.bytes.u32(at: 0, .big),
                Int(offset) < count - 4
            else { return nil }
            let block = bytes[(4 + Int(offset))...]
            return Array(block.starts(with: Array("Exif\0\0".utf8)) ? block.dropFirst(6) : block)
        }

        /// The embedded thumbnails, at most one hundred.
        var thumbnails: [HEIFImage] {
            let count = min(heif.pointee.heif_image_handle_get_number_of_thumbnails(handle), 100)
            guard count > 0 else { return [] }
            var identifiers = [heif_item_id](repeating: 0, count: Int(count))
            let found = heif.pointee.heif_image_handle_get_list_of_thumbnail_IDs(
                handle, &identifiers, count)
            return identifiers.prefix(Int(max(found, 0))).compactMap { identifier in
                var thumbnail: OpaquePointer?
                let error = heif.pointee.heif_image_handle_get_thumbnail(
                    handle, identifier, &thumbnail)
                guard error.code == heif_error_Ok else { return nil }
                return thumbnail.map { HEIFImage(heif, $0, item: identifier) }
            }
        }
    }
#endif
