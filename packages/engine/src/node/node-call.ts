import type { Json, JsonObject } from './json.ts'
import type { Outcome } from './outcome.ts'
import type { Ports } from './ports.ts'
import type { Scope } from './scope.ts'

/** Input of one node execution, with resolved parameters. */
export interface NodeCall {
  parameters: JsonObject
  credentials: { [name: string]: string }
  input: Json
  scope: Scope
  /** Idempotency key: identical for every attempt of the step. */
  key: string
  ports: Ports
  log(line: string): void
}

/** Executes a node kind; throws a `NodeFailure` if the node fails. */
export type NodeRun = (call: NodeCall) => Outcome | Promise<Outcome>

export function done(value: Json, ...outputs: string[]): Outcome {
  return outputs.length > 0 ? { status: 'done', value, outputs } : { status: 'done', value }
}
