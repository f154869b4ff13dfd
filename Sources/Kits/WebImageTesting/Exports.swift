// Programs that compare pictures or need an origin outside of tests import these modules alone.
@_exported public import WebImageComparison
@_exported public import WebImageOrigin
