#if GTK

    public import CGTK4

    /// Handlers of GObject's signals.
    public enum Signal {
        /// The values of one emission, valid during the call of the handler.
        public struct Arguments {
            fileprivate let values: UnsafeBufferPointer<GValue>
            fileprivate let result: UnsafeMutablePointer<GValue>?

            /// Returns the object at an index, 0 for the instance; nil if the value is no object.
            public func object(at index: Int) -> OpaquePointer? {
                guard let value = value(at: index), holds(value, g_object_get_type()) else {
                    return nil
                }
                return g_value_get_object(value).map { OpaquePointer($0) }
            }

            /// Returns the number at an index, counted from 1; nil if that is no floating-point
            /// number.
            public func double(at index: Int) -> Double? {
                value(at: index).flatMap {
                    holds($0, Fundamental.double) ? g_value_get_double($0) : nil
                }
            }

            /// Returns the number at an index, counted from 1; nil if that is no integer.
            public func integer(at index: Int) -> Int? {
                guard let value = value(at: index) else { return nil }
                if holds(value, Fundamental.int) { return Int(g_value_get_int(value)) }
                if holds(value, Fundamental.uint) { return Int(g_value_get_uint(value)) }
                return holds(value, Fundamental.flags) ? Int(g_value_get_flags(value)) : nil
            }

            /// Sets the result of a signal that returns a Boolean.
            public func returns(_ flag: Bool) {
                guard let result, holds(result, Fundamental.boolean) else { return }
                g_value_set_boolean(result, flag ? 1 : 0)
            }

            /// Sets the result of a signal that returns an object, and passes the reference on.
            public func returns(owned object: OpaquePointer) {
                guard let result, g_type_check_value_holds(result, g_object_get_type()) != 0 else {
                    g_object_unref(UnsafeMutableRawPointer(object))
                    return
                }
                g_value_take_object(result, UnsafeMutableRawPointer(object))
            }

            private func value(at index: Int) -> UnsafePointer<GValue>? {
                values.indices.contains(index) ? values.baseAddress.map { $0 + index } : nil
            }

            private func holds(_ value: UnsafePointer<GValue>, _ type: GType) -> Bool {
                g_type_check_value_holds(value, type) != 0
            }
        }

        /// Calls a handler for each emission of a signal, until the instance is gone.
        ///
        /// The instance retains the handler, so the handler should refer to the instance's owner
        /// weakly.
        ///
        /// - Parameters:
        ///   - signal: The name, such as `clicked`.
        ///   - instance: The object that emits it.
        ///   - handler: Called with the values of the emission, the instance first.
        /// - Returns: The number of the handler for ``disconnect(_:of:)``; 0 if the instance has no
        ///   such signal.
        @discardableResult
        @GTKActor public static func connect(
            _ signal: String, of instance: OpaquePointer,
            to handler: @escaping @GTKActor (Arguments) -> Void
        ) -> gulong {
            let data = Unmanaged.passRetained(Handler(signal: signal, call: handler)).toOpaque()
            let size = guint(MemoryLayout<GClosure>.size)
            guard let closure = g_closure_new_simple(size, data) else { return 0 }
            g_closure_add_finalize_notifier(closure, data) { data, _ in
                if let data { Unmanaged<Handler>.fromOpaque(data).release() }
            }
            g_closure_set_marshal(closure) { closure, result, count, values, _, _ in
                guard let data = closure?.pointee.data else { return }
                let handler = Unmanaged<Handler>.fromOpaque(data).takeUnretainedValue()
                let values = UnsafeBufferPointer(start: values, count: Int(count))
                let emission = OnThread(Arguments(values: values, result: result))
                GTKActor.assumeIsolated {
                    GTKWork.measured(handler.signal) { handler.call(emission.value) }
                }
            }
            g_closure_ref(closure)
            g_closure_sink(closure)
            defer { g_closure_unref(closure) }
            let object = UnsafeMutableRawPointer(instance)
            return g_signal_connect_closure(object, signal, closure, 0)
        }

        /// Ends the calls of a handler, unless the instance was disposed of and has ended them
        /// itself.
        @GTKActor public static func disconnect(_ handler: gulong, of instance: OpaquePointer) {
            let object = UnsafeMutableRawPointer(instance)
            guard g_signal_handler_is_connected(object, handler) != 0 else { return }
            g_signal_handler_disconnect(object, handler)
        }

        // Safe because both are used on GTK's thread only.
        private final class Handler: @unchecked Sendable {
            let signal: String
            let call: @GTKActor (Arguments) -> Void

            init(signal: String, call: @escaping @GTKActor (Arguments) -> Void) {
                self.signal = signal
                self.call = call
            }
        }
    }

    /// The types that GLib numbers by macros, which Swift does not import.
    enum Fundamental {
        static let boolean = GType(5 << 2)
        static let int = GType(6 << 2)
        static let uint = GType(7 << 2)
        static let flags = GType(13 << 2)
        static let double = GType(15 << 2)
    }

#endif
