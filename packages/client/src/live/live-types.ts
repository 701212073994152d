import type { TableTypes } from '../table-types.ts'

/** A change of a row, as the caller may see it. */
export type RowChange<Row> = {
  id: string
  /** Where the change is in the log of changes; missing while the client polls. */
  position?: string | undefined
} & (
  | {
      type: 'create' | 'update'
      row: Row
      /** A `create` of a row that existed before: it has come into view. */
      entered?: true | undefined
    }
  /** `leave`: the row still exists, but the filter or the rules do not match it any more. */
  | { type: 'delete' | 'leave'; row?: undefined }
)

/**
 * `connecting`: the server is not reached yet, or not any more. `live`: changes arrive as they happen. `polling`: the
 * server accepts no more streams, or something before it does not pass them, so the rows are read every few seconds.
 * `offline`: the device has no network. `ended`: see `onError`.
 */
export type LiveState = 'connecting' | 'live' | 'polling' | 'offline' | 'ended'

/** What a subscription follows, and what it calls besides its callback. */
export interface SubscribeOptions<T extends TableTypes> {
  /** A filter expression; use the `filter` tag for interpolated values. All rows without one. */
  filter?: string | undefined
  /** Only the row with this id. */
  id?: string | undefined
  /**
   * Asks for the rows that match, at most 1,000, the oldest first. Called again with all of them when changes may have been
   * missed.
   */
  onRows?: ((rows: T['row'][]) => void) | undefined
  /** Without `onRows`: changes may have been missed, so read the rows again. */
  onReset?: (() => void) | undefined
  onState?: ((state: LiveState) => void) | undefined
  /** The subscription has ended and will not go on by itself. */
  onError?: ((error: Error) => void) | undefined
}
