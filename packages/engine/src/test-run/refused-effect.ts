/** Ends a test at a node that needs a recorded answer and has none. */
export class RefusedEffect extends Error {
  /** A sentence for users; empty if the node has an effect of any kind. */
  readonly reason: string

  constructor(reason = '') {
    super('test: effect refused')
    this.reason = reason
  }
}
