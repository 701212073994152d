/** Failure of a node, shown to the user. It is an expected outcome, not a bug. */
export class NodeFailure extends Error {
  /** Whether a retry can succeed; invalid parameters are never retried. */
  readonly retry: boolean

  constructor(message: string, options: { retry?: boolean } = {}) {
    super(message)
    this.retry = options.retry ?? true
  }
}

/** A failure that must not be retried. */
export function badParameter(message: string): NodeFailure {
  return new NodeFailure(message, { retry: false })
}
