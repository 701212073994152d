import type { Json, JsonObject } from './json.ts'

/** Variables available to expressions. */
export interface Scope {
  in: Json
  trigger: Json
  run: JsonObject
  now: string
  constants: ReadonlyMap<string, string>
  /** Result of an earlier node by label; undefined if it has not run. */
  node(label: string): Json | undefined
  /** Results of all earlier nodes, for code. */
  nodes(): JsonObject
}
