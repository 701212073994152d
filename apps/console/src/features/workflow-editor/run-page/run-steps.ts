import type { RunNode } from '@plinth/contract'

/** One node for one loop item, with all its attempts; the last attempt counts. */
export interface RunStep {
  key: string
  last: RunNode
  attempts: readonly RunNode[]
  /** Indexes of the loop items, outermost loop first. */
  items: string
}

/** Steps of a run, one per node and loop item. */
export function toRunSteps(nodes: readonly RunNode[]): RunStep[] {
  const byKey = Map.groupBy(nodes, ({ key }) => key)
  return [...byKey].flatMap(([key, all]) => {
    const attempts = all.toSorted((one, other) => one.attempt - other.attempt)
    const last = attempts.at(-1)
    if (!last) return []
    const items = key
      .slice(last.nodeId.length + 1)
      .split(':')
      .filter(Boolean)
      .map((item) => String(Number(item) + 1))
      .join('.')
    return [{ key, last, attempts, items }]
  })
}

/** Duration of a step, or its duration so far. */
export function stepDuration({ startedOn, endedOn }: RunNode, now = Date.now()): number {
  return (endedOn === null ? now : Date.parse(endedOn)) - Date.parse(startedOn)
}
