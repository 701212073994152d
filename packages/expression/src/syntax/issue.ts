/** One thing wrong with a text; `suggestion` is what could stand in place of from..to. */
export type Issue = {
  readonly message: string
  readonly from: number
  readonly to: number
  readonly suggestion?: string
}

export type Failure = { readonly ok: false; readonly issues: readonly Issue[] }

export type Span = { readonly from: number; readonly to: number }

/** Builds an issue, leaving `suggestion` out when there is none. */
export function issueAt(span: Span, message: string, suggestion?: string): Issue {
  const issue = { message, from: span.from, to: span.to }
  return suggestion === undefined ? issue : { ...issue, suggestion }
}

/** Wraps issues as the failing half of every result of this package. */
export function failure(...issues: readonly Issue[]): Failure {
  return { ok: false, issues }
}
