import { dirname } from 'node:path'
import { isTest, type Source } from './read-sources.ts'

type Graph = Map<string, Map<string, string>>

function parentsOf(files: readonly string[]): Set<string> {
  const parents = new Set<string>()
  for (const file of files) {
    for (let folder = dirname(file); !parents.has(folder); folder = dirname(folder)) {
      parents.add(folder)
      if (folder === '.') break
    }
  }
  return parents
}

/** The subfolder of `parent` that contains a file; undefined for files directly in `parent`. */
function childOf(parent: string, file: string): string | undefined {
  const prefix = parent === '.' ? '' : `${parent}/`
  if (!file.startsWith(prefix)) return undefined
  const [first = '', ...rest] = file.slice(prefix.length).split('/')
  return rest.length > 0 ? first : undefined
}

function graphOf(parent: string, sources: readonly Source[]): Graph {
  const graph: Graph = new Map()
  for (const { file, imports } of sources) {
    const from = childOf(parent, file)
    if (from === undefined) continue
    for (const target of imports) {
      const to = childOf(parent, target)
      if (to === undefined || to === from) continue
      const edges = graph.get(from) ?? new Map<string, string>()
      if (!edges.has(to)) edges.set(to, `${file} imports ${target}`)
      graph.set(from, edges)
    }
  }
  return graph
}

/** The shortest way back from `to` to `from`, as the imports it goes along. */
function wayBack(graph: Graph, from: string, to: string): string[] | undefined {
  const cameBy = new Map<string, { by: string; before: string }>()
  const queue = [to]
  for (const here of queue) {
    for (const [next, by] of graph.get(here) ?? []) {
      if (next === to || cameBy.has(next)) continue
      cameBy.set(next, { by, before: here })
      queue.push(next)
    }
  }
  const steps: string[] = []
  for (let at = from; at !== to; ) {
    const step = cameBy.get(at)
    if (!step) return undefined
    steps.unshift(step.by)
    at = step.before
  }
  return steps
}

/** One line for each pair of neighbouring folders that reach each other, at any depth. */
export function findFolderCycles(sources: readonly Source[]): string[] {
  const product = sources.filter(({ file }) => !isTest(file))
  const known = new Set(product.map(({ file }) => file))
  const inside = product.map((source) => ({
    ...source,
    imports: source.imports.filter((target) => known.has(target)),
  }))
  const cycles: string[] = []
  for (const parent of parentsOf([...known])) {
    const graph = graphOf(parent, inside)
    for (const [from, edges] of graph) {
      for (const [to, by] of edges) {
        const back = from < to ? wayBack(graph, from, to) : undefined
        if (back)
          cycles.push(`${parent}: ${from} and ${to} import each other: ${[by, ...back].join('; ')}`)
      }
    }
  }
  return cycles
}
