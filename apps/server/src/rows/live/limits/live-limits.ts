/** Open streams of one member of staff, app user or API key in an environment in a process. */
export const MAX_STREAMS_OF_CALLER = 30
/** Open streams of guests of one network in an environment in a process. */
export const MAX_STREAMS_OF_NETWORK = 100
/** The streams of a caller, or of the guests of a network, in all environments: so many times those of one. */
export const MAX_OWN_ENVIRONMENTS = 3
/** The part of a process's streams and subscription bytes that is kept for small projects, and the size of a small one. */
export const RESERVED_PART = 0.1
export const SMALL_PART = 0.01
/** Characters of all subscriptions of one connection. */
export const MAX_SUBSCRIPTION_CHARACTERS = 65_536
/** Bytes that a subscription counts, besides two for each of its characters. */
export const SUBSCRIPTION_BYTES = 2_048
/** Bytes that each value counts that a rule and a filter compare: a column, a fixed value, an item of a list. */
export const VALUE_BYTES = 320
/** Bytes of all subscriptions of a process, of a project, and of a caller or the guests of one network. */
export const MAX_SUBSCRIPTION_BYTES = 256 * 1024 * 1024
export const MAX_SUBSCRIPTION_BYTES_OF_PROJECT = MAX_SUBSCRIPTION_BYTES / 4
export const MAX_SUBSCRIPTION_BYTES_OF_CALLER = 24 * 1024 * 1024
/** Subscriptions of an environment in a process whose rows are read from the database. */
export const MAX_DATABASE_SUBSCRIPTIONS = 500
/** Those of one member of staff, app user or API key, or of the guests of one network. */
export const MAX_DATABASE_SUBSCRIPTIONS_OF_CALLER = 100
/** A connection that has not read so many bytes is slow: it is sent nothing that would exceed the limit. */
export const SLOW_BACKLOG_BYTES = 262_144
/** A slow connection that would have to read so many bytes is cut. */
export const MAX_BACKLOG_BYTES = 4_194_304
/** A connection whose client reads nothing for so long is cut. */
export const MAX_STALLED_MS = 30_000
/** Comparisons of one rule or filter on one row. */
export const MAX_JUDGE_STEPS = 10_000
/** Characters that a rule and a filter compare on the rows of one change; above, the database judges. */
export const MAX_JUDGED_CHARACTERS = 16_384
/** Time in which the filters of one caller are compared in memory, for changes that are delivered at once. */
export const MAX_JUDGE_MS_OF_CALLER = 1_000
/** Changes that are read and delivered at once, and their bytes. */
export const MAX_CHANGES_AT_ONCE = 500
export const MAX_CHANGE_BYTES_AT_ONCE = 8_388_608
/** Outcomes of changes that are in memory before they are sent, besides those of one change. */
export const MAX_OUTCOMES = 10_000
/** Changes that subscriptions behind are sent at once, and their bytes. */
export const MAX_OLD_CHANGES_AT_ONCE = 200
export const MAX_OLD_BYTES_AT_ONCE = 1_048_576
/** Bytes of current rows that one statement reads, unless a single row is larger. */
export const MAX_CURRENT_ROW_BYTES = 1_048_576
/** Time in which the database reads the changed rows of one caller's filters, for changes that are delivered at once. */
export const MAX_READ_MS_OF_CALLER = 2_000
/** Initial rows are read for so many subscriptions of an environment at once. */
export const MAX_INITIAL_READS = 4
/** And of one caller, or of the guests of one network. */
export const MAX_INITIAL_READS_OF_CALLER = 2
/** Subscriptions of a caller that wait for their initial rows, one of each stream; those that ended count until their turn. */
export const MAX_WAITING_READS_OF_CALLER = 200
/** Bytes of the columns of an account that rules read; they are in memory for all users of a table at once. */
export const MAX_ACCOUNT_BYTES = 16_384
/** Accounts whose rows are read by one statement. */
export const MAX_IDS_OF_STATEMENT = 50
/** Pairs of a row and a caller that one statement for several callers judges. */
export const MAX_PAIRS_OF_STATEMENT = 10_000
/** Characters of their values. */
export const MAX_SHARED_CHARACTERS = 1_048_576
/** For how long callers of a rule share less after a statement that failed. */
export const SLOW_SHARING_MS = 60_000
