/** How long the log keeps the changes of live tables for clients that resume. */
export const KEPT_MINUTES = 60
/** How many changes of an environment the log keeps. */
export const MAX_KEPT_CHANGES = 100_000
/** How many bytes of changes of an environment the log keeps. */
export const MAX_KEPT_BYTES = 268_435_456
/** Limits one removal, so that it is short; the next one removes more. */
export const REMOVED_AT_ONCE = 10_000
/** Bytes of changes that one read of the log returns, unless the reader allows fewer. */
export const MAX_READ_BYTES = 67_108_864
/** Bytes of events that one read for row triggers returns, so that it ends well within the time of a statement. */
export const MAX_EVENT_BYTES = 4_194_304
