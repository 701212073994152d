/** An outbound call failed; the message may be shown to users. */
export class OutboundError extends Error {
  /** Whether the same call may succeed later. */
  readonly retry: boolean

  constructor(message: string, options: { retry: boolean }) {
    super(message)
    this.retry = options.retry
  }
}

export const refuseCall = (message: string) => new OutboundError(message, { retry: false })
