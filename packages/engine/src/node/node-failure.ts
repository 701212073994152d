/** A node that could not do its work. The person sees the message; it is data, not a bug. */
export class NodeFailure extends Error {
  /** Whether trying again could help; bad parameters stay bad. */
  readonly retry: boolean

  constructor(message: string, options: { retry?: boolean } = {}) {
    super(message)
    this.retry = options.retry ?? true
  }
}

/** A failure that trying again cannot mend. */
export function badParameter(message: string): NodeFailure {
  return new NodeFailure(message, { retry: false })
}
