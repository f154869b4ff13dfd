/// The colours of pixels as a file has them, in place of multiplied by alpha.
///
/// Only a comparison of files needs them: all other code expects multiplied colours. The
/// conversions of ``Convert`` and of decoders obey this value, also in a worker.
package enum StraightColors {
    /// `true` while colours are not multiplied.
    @TaskLocal package static var areKept = false

    /// Runs `body`, in which colours are not multiplied if `isOn`.
    package static func kept<Value, Failure>(
        if isOn: Bool, _ body: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        guard isOn else { return try body() }
        return try $areKept.withValue(true) {
            Result { () throws(Failure) in try body() }
        }.get()
    }
}
