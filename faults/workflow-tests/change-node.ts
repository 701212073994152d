import type { Random } from '../stack/random.ts'
import type { PlainGraph, PlainNode } from './random-graph.ts'

/** Raises the last number of a text. */
const raise = (text: unknown): string =>
  String(text).replace(
    /(\d+)(\D*)$/,
    (_, number: string, rest: string) => `${Number(number) + 1}${rest}`,
  )

function changeValue(text: unknown): string {
  const value = String(text)
  if (/\+ \d+/.test(value)) return value.replace(/\+ (\d+)/, (_, n: string) => `+ ${Number(n) + 1}`)
  return raise(value)
}

type Change = (node: PlainNode, random: Random) => Record<string, unknown>

/** A change of parameters for each kind of node. */
const CHANGES: Readonly<Record<string, Change>> = {
  set: ({ parameters }) => ({ value: changeValue(parameters.value) }),
  javascript: ({ parameters }) => ({
    code: String(parameters.code).replace(/k = (\d+)/, (_, n: string) => `k = ${Number(n) + 1}`),
  }),
  http_request: ({ parameters }, random) =>
    random.pick<Record<string, unknown>>([
      { url: `${String(parameters.url)}0` },
      { method: parameters.method === 'PUT' ? 'POST' : 'PUT' },
      { headers: '{"x-changed": "1"}' },
    ]),
  database: ({ parameters }) =>
    parameters.action === 'create'
      ? { row: raise(parameters.row) }
      : { limit: Number(parameters.limit) + 1 },
  conditional: () => ({ operator: 'less-or-equal' }),
  loop: () => ({ items: '{{ $trigger.list.slice(1) }}' }),
  merge: () => ({ mode: 'list' }),
  respond: ({ parameters }) => ({ status: Number(parameters.status) + 1 }),
}

/**
 * Changes one node other than the trigger: a parameter, or whether it is active. What a run did not reach cannot be tested
 * by it; the coverage names it.
 */
export function changeNode(
  graph: PlainGraph,
  { random, reached }: { random: Random; reached?: ReadonlySet<string> },
): { graph: PlainGraph; change: string } {
  const chosen = random.pick(
    graph.nodes.filter(({ id, kind }) => CHANGES[kind] && (reached?.has(id) ?? true)),
  )
  const isSwitched = random.chance(0.15)
  const changed = isSwitched
    ? { ...chosen, active: false }
    : { ...chosen, parameters: { ...chosen.parameters, ...CHANGES[chosen.kind]?.(chosen, random) } }
  const nodes = graph.nodes.map((node) => (node === chosen ? changed : node))
  return { graph: { ...graph, nodes }, change: `${chosen.id} ${isSwitched ? 'off' : 'changed'}` }
}
