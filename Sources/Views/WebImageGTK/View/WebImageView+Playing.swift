#if GTK

    import CGTK4
    import WebImagePixels
    import WebImageViews

    extension WebImageView {
        /// Hands the frames of a new picture to a player, which the frame clock moves.
        func play(_ layer: SlotLayer) {
            guard isInSight, playsAnimations, let picture = layer.content.picture,
                let player = AnimationPlayer(
                    picture, from: pipeline, loopCount: animationLoopCount,
                    maxBufferBytes: maxFrameBufferBytes)
            else { return }
            player.usesOwnTimer = false
            player.onFrame = { [weak layer] index, bitmap in
                guard let layer, index > 0 || layer.paintable.texture == nil || layer.hasMoved
                else { return }
                layer.hasMoved = true
                layer.paintable.show(ImageTexture(bitmap))
            }
            // A program may play a paused animation.
            player.onPlay = { [weak self] in self?.startTicking() }
            layer.hasMoved = false
            layer.player = player
            let former = layer.position
            layer.position = nil
            guard let former, layer.continues(former) else {
                if allowsAnimations { player.play() }
                return
            }
            player.seek(to: former.frame)
            if former.isPlaying { player.play() }
        }

        /// Gives the players the number of loops and the limit of the buffer.
        func updatePlayers() {
            for layer in layers {
                layer.player?.setLoopCount(animationLoopCount)
                layer.player?.setMaxBufferBytes(maxFrameBufferBytes)
            }
        }

        /// Starts or ends the animations of all slots.
        func replay() {
            for layer in layers {
                layer.player = nil
                play(layer)
            }
            startTicking()
        }

        /// Lets the frame clock call ``ticked(at:)`` while something moves.
        func startTicking() {
            guard tick == 0, gtk_widget_get_mapped(widget) != 0, needsTicks else { return }
            tick = gtk_widget_add_tick_callback(
                widget,
                { widget, clock, _ in
                    let time = gdk_frame_clock_get_frame_time(clock)
                    return WidgetType.with(widget) { $0.ticked(at: Int64(time)) } ?? 0
                }, nil, nil)
        }

        func stopTicking() {
            if tick != 0 { gtk_widget_remove_tick_callback(widget, tick) }
            tick = 0
        }

        private var needsTicks: Bool { layers.contains { $0.moves } }

        private func ticked(at time: Int64) -> gboolean {
            for layer in layers {
                layer.paintable.advance(to: time)
                layer.player?.tick()
            }
            if needsTicks { return 1 }
            tick = 0
            return 0
        }
    }

#endif
