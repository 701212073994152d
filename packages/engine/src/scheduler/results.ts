import type { Json, JsonObject } from '../node/json.ts'
import type { Plan, PlannedNode, Region } from './plan-run.ts'

/** Results by label; a node inside a loop has a list with one entry per item. */
export class Results {
  readonly #values = new Map<string, Json>()

  set(label: string, position: { items: readonly number[]; value: Json }): void {
    const { items, value } = position
    if (items.length === 0) {
      this.#values.set(label, value)
      return
    }
    let list = this.#values.get(label)
    if (!Array.isArray(list)) {
      list = []
      this.#values.set(label, list)
    }
    for (const [depth, item] of items.entries()) {
      // Array holes would not survive JSON.
      while (list.length <= item) list.push(null)
      if (depth === items.length - 1) list[item] = value
      else {
        const inner: Json = list[item] ?? []
        list[item] = inner
        list = Array.isArray(inner) ? inner : []
      }
    }
  }

  /** Result of a node as visible from a position: inside a common loop, the current item's result. */
  seenFrom(planned: PlannedNode, position: { region: Region; items: readonly number[] }) {
    let value = this.#values.get(planned.node.label)
    for (const [depth, loop] of planned.region.entries()) {
      if (position.region[depth] !== loop) break
      value = Array.isArray(value) ? value[position.items[depth] ?? 0] : undefined
    }
    return value
  }

  /** All available results as visible from a position. */
  allSeenFrom(plan: Plan, position: { region: Region; items: readonly number[] }): JsonObject {
    const seen: [string, Json][] = []
    for (const label of this.#values.keys()) {
      const planned = plan.byLabel.get(label)
      const value = planned && this.seenFrom(planned, position)
      if (value !== undefined) seen.push([label, value])
    }
    return Object.fromEntries(seen)
  }

  toObject(): JsonObject {
    return Object.fromEntries(this.#values)
  }
}
