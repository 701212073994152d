import type { Caller } from './call.ts'
import type { RequestTrace } from './request-trace.ts'

/** A request that was answered. */
export interface Answered {
  readonly id: string
  readonly call: string
  readonly method: string
  readonly status: number
  readonly ms: number
  readonly caller: Caller
  /** As it was sent, checked or not; looked at only where it was refused early. */
  readonly sent: { readonly hostname: string; readonly query: unknown }
  /** Undefined if it was refused before anybody answered. */
  readonly trace: RequestTrace | undefined
}

/** Remembers what the data API answered; adding costs a count, everything else happens later. */
export interface RequestRecorder {
  readonly isOn: boolean
  add(answered: Answered): void
  stop(): Promise<void>
}
