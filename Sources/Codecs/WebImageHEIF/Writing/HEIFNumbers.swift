#if HEIF
    import CHEIFShim
    import WebImageCoding
    import WebImagePixels

    extension UnsafeMutablePointer<heif_color_profile_nclx> {
        /// Sets full-range sRGB, colours of a profile, or code points; lossless stores RGB
        /// directly.
        func describe(_ codePoints: ColorCodePoints?, isLossless: Bool, hasProfile: Bool) {
            if let codePoints {
                pointee.color_primaries = heif_color_primaries(
                    UInt32(codePoints.primaries.rawValue))
                pointee.transfer_characteristics = heif_transfer_characteristics(
                    UInt32(codePoints.transfer.rawValue))
            } else {
                pointee.color_primaries =
                    hasProfile
                    ? heif_color_primaries_unspecified : heif_color_primaries_ITU_R_BT_709_5
                pointee.transfer_characteristics =
                    hasProfile
                    ? heif_transfer_characteristic_unspecified
                    : heif_transfer_characteristic_IEC_61966_2_1
            }
            pointee.matrix_coefficients =
                isLossless
                ? heif_matrix_coefficients_RGB_GBR
                : codePoints?.matrix ?? heif_matrix_coefficients_ITU_R_BT_601_6
            pointee.full_range_flag = 1
        }
    }

    extension ColorCodePoints {
        /// The matrix of lossy files: that of the primaries, but BT.601's of P3, as cameras do; few
        /// readers derive one.
        fileprivate var matrix: heif_matrix_coefficients {
            switch primaries {
            case .bt709: heif_matrix_coefficients_ITU_R_BT_709_5
            case .bt2020: heif_matrix_coefficients_ITU_R_BT_2020_2_non_constant_luminance
            default: heif_matrix_coefficients_ITU_R_BT_601_6
            }
        }
    }

    extension heif_content_light_level {
        /// Creates the numbers of a property.
        init(_ light: ContentLight) {
            self.init(
                max_content_light_level: UInt16(clamping: light.maximum),
                max_pic_average_light_level: UInt16(clamping: light.average))
        }
    }
#endif
