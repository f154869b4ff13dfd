#if GTK

    import CGTK4
    import WebImagePipeline
    import WebImagePixels
    public import WebImageViews

    extension WebImageView: @GTKActor ImageDisplay {
        /// Draws a content; called by the view's loader.
        public func show(_ picture: SlotContent, in slot: ImageSlot, transition: ImageTransition?) {
            let layer = layer(of: slot)
            layer.content = picture
            layer.player = nil
            if case .image = picture, !layer.hasFailed { layer.failedHandlers = nil }
            draw(layer, transition: allowsAnimations ? transition : nil)
            updateIndicators()
        }

        /// Adds frames to an animation that plays while it loads; called by the view's loader.
        public func extend(_ picture: SlotContent, in slot: ImageSlot) {
            let layer = layer(of: slot)
            guard let player = layer.player, let animation = picture.picture,
                player.extend(to: animation)
            else { return show(picture, in: slot, transition: nil) }
            layer.content = picture
            updateIndicators()
            startTicking()
        }

        /// Shows an indicator; called by the view's loader.
        public func show(_ indicator: IndicatorState, in slot: ImageSlot) {
            layer(of: slot).indicator = indicator
            updateIndicators()
        }

        /// Offers to repeat a load, or no longer; called by the view's loader.
        public func show(isFailed: Bool, in slot: ImageSlot) {
            layer(of: slot).hasFailed = isFailed
            updateIndicators()
        }

        /// Draws the content of a layer; out of sight it has no texture.
        func draw(_ layer: SlotLayer, transition: ImageTransition? = nil) {
            guard isInSight else { return layer.dropTexture() }
            layer.paintable.scale = Double(gtk_widget_get_scale_factor(widget))
            layer.paintable.content.isRightToLeft =
                gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL
            let texture = layer.content.picture.flatMap { ImageTexture($0.poster) }
            layer.paintable.show(texture, transition: transition)
            play(layer)
            startTicking()
        }

        /// Returns the layer of a slot, which is created at its first use.
        func layer(of slot: ImageSlot) -> SlotLayer {
            if let layer = layers.first(where: { $0.slot == slot }) { return layer }
            let layer = SlotLayer(slot)
            // The background is drawn first, the other slots over it in the order of their first
            // use.
            layers.insert(layer, at: slot == .background ? 0 : layers.count)
            let paintable = layer.paintable.pointer
            Signal.connect("invalidate-contents", of: paintable) { [weak self] _ in
                if let self { gtk_widget_queue_draw(widget) }
            }
            Signal.connect("invalidate-size", of: paintable) { [weak self] _ in
                self?.pictureResized()
            }
            return layer
        }

        /// Takes the result of a load, and hands it to the handler of the load after the layout.
        ///
        /// A former load that goes on beside the current one has another number.
        func ended(
            _ result: Result<ImageResponse, ImageError>, of load: Int, in slot: ImageSlot,
            _ onEnd: ImageViewLoader.End?
        ) {
            let layer = layer(of: slot)
            if load == layer.loadCount {
                if layer.hasFailed {
                    layer.failedHandlers = LoadHandlers(onEnd, layer.onUpdate)
                }
                layer.onUpdate = nil
            }
            guard let onEnd else { return }
            guard isAllocating else { return onEnd(result) }
            Task { [weak self] in if self != nil { onEnd(result) } }
        }

        /// Hands an update of a load to its handler, after a layout only if the load still runs.
        func updated(
            _ update: ImageUpdate, of load: Int, in slot: ImageSlot
        ) {
            guard !isAllocating else {
                Task { [weak self] in self?.updated(update, of: load, in: slot) }
                return
            }
            let layer = layer(of: slot)
            guard load == layer.loadCount, case .loading = loader.state(of: slot) else { return }
            layer.onUpdate?(update)
        }

        /// Reports the state of a slot, after a layout if that still is the state.
        func stateChanged(_ slot: ImageSlot) {
            guard !isAllocating else {
                Task { [weak self] in self?.stateChanged(slot) }
                return
            }
            let (state, layer) = (loader.state(of: slot), layer(of: slot))
            guard !state.isSame(as: layer.reported) else { return }
            layer.reported = state
            onStateChange?(state, slot)
        }

        /// Shows the indicators of the slots, and the icon of a failed load without a picture.
        func updateIndicators() {
            guard !isAllocating else { return updateIndicatorsLater() }
            var (isBusy, fraction) = (false, Double?.none)
            for layer in layers {
                switch layer.indicator {
                case .hidden: break
                case .busy: isBusy = true
                case .fraction(let part): fraction = min(fraction ?? part, part)
                }
            }
            let isEmpty = layers.contains { $0.hasFailed && $0.content == .nothing }
            indicators.showIcon(isEmpty ? failureIconName : nil)
            updateRetry()
            updateBusy(isBusy || fraction != nil)
            updateDescription(isFailed: isEmpty)
            indicators.show(isBusy: isBusy, fraction: fraction)
        }

        /// Waits for the end of the layout, during which GTK forgets the requests of new children.
        private func updateIndicatorsLater() {
            guard !willUpdateIndicators else { return }
            willUpdateIndicators = true
            Task { [weak self] in
                self?.willUpdateIndicators = false
                self?.updateIndicators()
            }
        }

        /// `true` unless the user has asked the desktop for no animations.
        var allowsAnimations: Bool {
            var value = GValue()
            g_value_init(&value, Fundamental.boolean)
            defer { g_value_unset(&value) }
            guard let settings = gtk_widget_get_settings(widget) else { return true }
            let object = UnsafeMutableRawPointer(settings).assumingMemoryBound(to: GObject.self)
            g_object_get_property(object, "gtk-enable-animations", &value)
            return g_value_get_boolean(&value) != 0
        }
    }

#endif
