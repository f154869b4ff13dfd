#if SVG
    /// The elements and attributes that a clean document may have (SVG 1.1 and 2).
    ///
    /// Others go with all that is in them: scripts, documents and media of other namespaces,
    /// `foreignObject`, fonts and colour profiles from elsewhere, `metadata`, and unknown ones.
    enum SVGCleanRules {
        static let elements = words(
            """
            a circle clipPath defs desc ellipse filter g hatch hatchpath image line linearGradient
            marker mask mesh meshgradient meshpatch meshrow mpath path pattern polygon polyline
            radialGradient rect solidcolor stop style svg switch symbol text textPath title tref tspan
            use view
            """
        ).union(filters).union(animations)

        /// The primitives of filters and their parts.
        private static let filters = words(
            """
            feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting
            feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR
            feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset fePointLight
            feSpecularLighting feSpotLight feTile feTurbulence
            """)

        /// The elements that change an attribute over time.
        static let animations = words("animate animateColor animateMotion animateTransform set")

        /// The elements whose text is kept.
        static let textual = words("a desc text textPath title tspan")
        /// The elements in which none are kept.
        static let childless = words("desc style title tref")

        /// The kinds of the attributes' values, by their names.
        static let kinds: [String: SVGCleanAttribute.Kind] = {
            var kinds: [String: SVGCleanAttribute.Kind] = [
                "style": .style, "href": .address, "media": .media,
                "requiredFeatures": .features, "requiredExtensions": .extensions,
            ]
            for (names, kind) in [
                (texts, .text), (geometry, .plain), (effects, .plain), (properties, .plain),
                (timings, .list),
            ] as [(Set<String>, SVGCleanAttribute.Kind)] {
                for name in names { kinds[name] = kind }
            }
            return kinds
        }()

        private static let texts = words(
            """
            aria-describedby aria-hidden aria-label aria-labelledby attributeName attributeType
            class focusable id in in2 lang result role systemLanguage tabindex version
            baseProfile xml:lang xml:space
            """)

        private static let geometry = words(
            """
            clipPathUnits cx cy d dx dy fr fx fy gradientTransform gradientUnits height lengthAdjust
            markerHeight markerUnits markerWidth maskContentUnits maskUnits method offset orient path
            pathLength patternContentUnits patternTransform patternUnits points preserveAspectRatio r
            refX refY rotate rx ry side spacing spreadMethod startOffset textLength transform
            transform-origin viewBox width x x1 x2 y y1 y2
            """)

        private static let effects = words(
            """
            amplitude azimuth baseFrequency bias diffuseConstant divisor edgeMode elevation exponent
            filterRes filterUnits intercept k1 k2 k3 k4 kernelMatrix kernelUnitLength
            limitingConeAngle mode numOctaves operator order pointsAtX pointsAtY pointsAtZ
            preserveAlpha primitiveUnits radius scale seed slope specularConstant specularExponent
            stdDeviation stitchTiles surfaceScale tableValues targetX targetY type xChannelSelector
            yChannelSelector z
            """)

        private static let timings = words(
            """
            accumulate additive begin by calcMode dur end from keyPoints keySplines keyTimes max min
            origin repeatCount repeatDur restart to values
            """)

        /// The properties that may be attributes (SVG 2, section 6.6, and modules of CSS).
        private static let properties = words(
            """
            alignment-baseline baseline-shift clip clip-path clip-rule color color-interpolation
            color-interpolation-filters color-rendering cursor direction display dominant-baseline
            enable-background fill fill-opacity fill-rule filter flood-color flood-opacity font
            font-family font-feature-settings font-kerning font-size font-size-adjust font-stretch
            font-style font-variant font-variation-settings font-weight glyph-orientation-horizontal
            glyph-orientation-vertical image-rendering inline-size isolation kerning letter-spacing
            lighting-color line-height marker marker-end marker-mid marker-start mask mask-type
            mix-blend-mode opacity overflow paint-order pointer-events shape-rendering solid-color
            solid-opacity stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset
            stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width text-anchor
            text-decoration text-orientation text-overflow text-rendering transform-box unicode-bidi
            vector-effect visibility white-space word-spacing writing-mode
            """)

        static func words(_ text: String) -> Set<String> {
            Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
        }
    }
#endif
