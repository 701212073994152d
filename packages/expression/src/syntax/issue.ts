/** A problem in a text; `suggestion` can replace the range from..to. */
export type Issue = {
  readonly message: string
  readonly from: number
  readonly to: number
  readonly suggestion?: string
}

export type Failure = { readonly ok: false; readonly issues: readonly Issue[] }

export type Span = { readonly from: number; readonly to: number }

/** Creates an issue, omitting an undefined `suggestion`. */
export function issueAt(span: Span, message: string, suggestion?: string): Issue {
  const issue = { message, from: span.from, to: span.to }
  return suggestion === undefined ? issue : { ...issue, suggestion }
}

/** Wraps issues as the failure result of this package. */
export function failure(...issues: readonly Issue[]): Failure {
  return { ok: false, issues }
}
