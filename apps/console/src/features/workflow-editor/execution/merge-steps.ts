import type { RunNode } from '@plinth/contract'

const nameOf = ({ key, attempt }: RunNode) => `${attempt} ${key}`

/** Merges an event into the known steps, in start order. */
export function mergeSteps(known: readonly RunNode[], updates: readonly RunNode[]): RunNode[] {
  const all = new Map(known.map((node) => [nameOf(node), node]))
  for (const node of updates) all.set(nameOf(node), node)
  return [...all.values()].toSorted((one, other) =>
    one.startedOn < other.startedOn ? -1 : one.startedOn > other.startedOn ? 1 : 0,
  )
}
