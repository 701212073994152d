import type { RunNode } from '@plinth/contract'

const nameOf = ({ key, attempt }: RunNode) => `${attempt} ${key}`

/** What is known of a run's nodes, with what an event told; in the order in which they began. */
export function mergeTurns(known: readonly RunNode[], updates: readonly RunNode[]): RunNode[] {
  const all = new Map(known.map((node) => [nameOf(node), node]))
  for (const node of updates) all.set(nameOf(node), node)
  return [...all.values()].toSorted((one, other) =>
    one.startedOn < other.startedOn ? -1 : one.startedOn > other.startedOn ? 1 : 0,
  )
}

/** One node, for one item of a loop, with all attempts at it; the last one counts. */
export interface Taken {
  key: string
  last: RunNode
  attempts: readonly RunNode[]
  /** The numbers of the items, outermost loop first. */
  items: string
}

/** The nodes of a run, each once for every item. */
export function takenTurns(nodes: readonly RunNode[]): Taken[] {
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

/** How long a turn took, or has taken so far. */
export function tookMs({ startedOn, endedOn }: RunNode, now = Date.now()): number {
  return (endedOn === null ? now : Date.parse(endedOn)) - Date.parse(startedOn)
}
