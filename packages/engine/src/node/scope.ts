import type { Json, JsonObject } from './json.ts'

/** What an expression can name. */
export interface Scope {
  in: Json
  trigger: Json
  run: JsonObject
  now: string
  constants: ReadonlyMap<string, string>
  /** The result of a node by its label; undefined if it has not run before. */
  node(label: string): Json | undefined
  /** The results of all nodes that have run before, for code. */
  nodes(): JsonObject
}
