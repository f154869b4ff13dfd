#if Server
    import WebImage
    import WebImageURLs

    // The names of settings in the reasons of faults.
    extension ServerCall {
        /// Returns a fault whose reason names the setting of the limit that it tells; others as they are.
        func naming(_ fault: ServerFault, _ plan: ImagePlan) -> ServerFault {
            let limits = pipeline(for: plan).limits
            let isOver = { (limit: Int) in
                fault.reason.hasSuffix("more than the \(limit) allowed")
            }
            switch fault.kind {
            case .tooLong
            where isOver(limits.load.maxBodyBytes)
                || fault.reason.hasSuffix("the limit is \(limits.load.maxBodyBytes)"):
                return fault.naming(byteSetting(of: plan))
            case .limit where isOver(limits.decode.maxPixels):
                return fault.naming(pixelSetting(of: plan))
            case .limit where isOver(limits.decode.maxAnimationPixels):
                return fault.naming("8 × \(settings.boundNames.pixels)")
            default: return fault
            }
        }

        private func byteSetting(of plan: ImagePlan) -> String {
            guard plan.limits.maxSourceBytes != nil else { return settings.boundNames.bytes }
            return rules.traits.byteBoundName
        }

        private func pixelSetting(of plan: ImagePlan) -> String {
            let isRaised = rules.traits.raisesPixels
            guard let own = plan.limits.maxPixels,
                isRaised || own < settings.bounds.maxPixels ?? .max
            else { return settings.boundNames.pixels }
            return rules.traits.pixelBoundName
        }
    }

    extension ServerFault {
        /// Returns the fault with the name of a setting behind its reason.
        fileprivate func naming(_ setting: String) -> ServerFault {
            ServerFault(kind, "\(reason) (\(setting))", told: "\(told) (\(setting))", head: head)
        }
    }
#endif
