import type { Caller } from './call.ts'
import type { RequestTrace } from './request-trace.ts'

/** An answered request, for the request log. */
export interface Answered {
  readonly id: string
  readonly call: string
  readonly method: string
  readonly status: number
  readonly ms: number
  readonly caller: Caller
  /** Unvalidated; used only where the request was rejected early. */
  readonly sent: { readonly hostname: string; readonly query: unknown }
  /** Undefined if the request was rejected before its handler ran. */
  readonly trace: RequestTrace | undefined
}

/** Records requests of the data API. Adding is cheap; entries are written later. */
export interface RequestRecorder {
  readonly isOn: boolean
  add(answered: Answered): void
  stop(): Promise<void>
}
