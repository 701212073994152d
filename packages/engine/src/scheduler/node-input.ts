import type { Wire } from '../graph/graph.ts'
import type { Json } from '../node/json.ts'
import { definitionOf } from '../nodes/all-definitions.ts'
import type { PlannedNode } from './plan-run.ts'

/** Several values at one handle form a list, in connection order. */
function together(values: readonly Json[]): Json {
  const [first] = values
  return values.length === 1 && first !== undefined ? first : [...values]
}

/** Input of a node: the value itself for one input handle, an object by handle for several. */
export function nodeInput(planned: PlannedNode, arrived: ReadonlyMap<Wire, Json>): Json {
  const taken = planned.incoming.filter((wire) => arrived.has(wire))
  const valuesAt = (wires: readonly Wire[]) => wires.map((wire) => arrived.get(wire) ?? null)
  const inputs = definitionOf(planned.node.kind)?.connection_config.inputs.types ?? []
  if (inputs.length <= 1) return taken.length === 0 ? null : together(valuesAt(taken))
  const byHandle = Map.groupBy(taken, ({ input }) => input)
  const order = inputs.filter((name) => byHandle.has(name))
  return Object.fromEntries(
    order.map((name) => [name, together(valuesAt(byHandle.get(name) ?? []))]),
  )
}
