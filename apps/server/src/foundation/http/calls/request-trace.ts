import type { EnvironmentName } from '@plinth/contract'

/** What a page was narrowed and sorted by: ids of fields, separated by commas, never a value. */
export interface Asked {
  /** Fields that had to equal something. */
  equal: string
  /** Fields that had to lie above or below something. */
  ranged: string
  /** The order, with `-` before what is descending; empty where it is the default one. */
  sorted: string
  /** Whether every row that fits was looked for: a total, or a page that was not filled. */
  toEnd: boolean
}

/** What becomes known of a request while it is answered; nobody who answers waits for what comes of it. */
export interface RequestTrace {
  /** Whose rows it is about, once its caller was let so far. */
  key: { readonly projectId: string; readonly environment: EnvironmentName } | undefined
  environment: { readonly id: string } | undefined
  table: { readonly name: string } | undefined
  /** How many rows were answered or changed; one for each call on one row unless told. */
  rows: number | undefined
  /** Tells which fields a page asked for, if anybody wants to know. */
  asked: (() => Asked) | undefined
}

export function newTrace(): RequestTrace {
  return {
    key: undefined,
    environment: undefined,
    table: undefined,
    rows: undefined,
    asked: undefined,
  }
}
