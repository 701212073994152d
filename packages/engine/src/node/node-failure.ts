/** Failure of a node, shown to the user. It is an expected outcome, not a bug. */
export class NodeFailure extends Error {
  /** Whether a retry can succeed; invalid parameters are never retried. */
  readonly retry: boolean
  /** What a script logged before it failed. */
  readonly logs: readonly string[]

  constructor(message: string, options: { retry?: boolean; logs?: readonly string[] } = {}) {
    super(message)
    this.retry = options.retry ?? true
    this.logs = options.logs ?? []
  }
}

/** A failure that must not be retried. */
export function badParameter(message: string): NodeFailure {
  return new NodeFailure(message, { retry: false })
}
