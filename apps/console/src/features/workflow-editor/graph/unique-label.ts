import type { Graph } from './graph.ts'

export function labelsOf(graph: Graph): Set<string> {
  return new Set(graph.nodes.map(({ data }) => data.label))
}

/** The wanted label, with a number appended if it is taken. Results are stored by label. */
export function uniqueLabel(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted
  const stem = wanted.replace(/ \d+$/, '')
  let number = 2
  while (taken.has(`${stem} ${number}`)) number += 1
  return `${stem} ${number}`
}
