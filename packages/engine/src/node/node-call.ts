import type { Json, JsonObject } from './json.ts'
import type { Outcome } from './outcome.ts'
import type { Ports } from './ports.ts'
import type { Scope } from './scope.ts'

/** One node at its turn, with its parameters filled in. */
export interface NodeCall {
  parameters: JsonObject
  credentials: { [name: string]: string }
  input: Json
  scope: Scope
  /** The same whenever this turn is taken again; outside effects carry it. */
  key: string
  ports: Ports
  log(line: string): void
}

/** What a kind of node does; it throws a `NodeFailure` when it cannot. */
export type NodeRun = (call: NodeCall) => Outcome | Promise<Outcome>

/** A value as the node's result. */
export function done(value: Json, ...outputs: string[]): Outcome {
  return outputs.length > 0 ? { status: 'done', value, outputs } : { status: 'done', value }
}
