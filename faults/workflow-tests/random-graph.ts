import type { Random } from '../stack/random.ts'

export interface PlainNode {
  id: string
  kind: string
  parameters: Record<string, unknown>
  active?: boolean
}

export interface PlainWire {
  source: string
  output: string | null
  target: string
}

export interface PlainGraph {
  nodes: PlainNode[]
  wires: PlainWire[]
}

/** One part of a graph: nodes, and the one that the next part follows. */
interface Part {
  nodes: PlainNode[]
  wires: PlainWire[]
  last: { id: string; output: string | null }
}

interface Drawing {
  random: Random
  at: number
  sink: string
}

const wire = (source: string, target: string, output: string | null = null): PlainWire => ({
  source,
  output,
  target,
})
const single = (node: PlainNode): Part => ({
  nodes: [node],
  wires: [],
  last: { id: node.id, output: null },
})

function drawSet({ random, at }: Drawing): Part {
  const value = `{"n": "{{ $trigger.n + ${random.below(100)} }}", "list": "{{ $trigger.list }}"}`
  return single({ id: `set${at}`, kind: 'set', parameters: { value } })
}

function drawScript({ random, at }: Drawing): Part {
  const more = random.pick([
    '',
    ', at: Date.now()',
    ', now: $now',
    ', chance: Math.random()',
    ', day: new Date().toISOString()',
  ])
  const code = `const k = ${random.below(100)}; return { n: $trigger.n * k, list: $trigger.list${more} }`
  return single({ id: `script${at}`, kind: 'javascript', parameters: { code } })
}

function drawCall({ random, at, sink }: Drawing): Part {
  const parameters = {
    method: random.pick(['POST', 'PUT', 'GET']),
    url: `${sink}/${random.below(1000)}`,
    body_kind: 'json',
    body_json: '{"n": "{{ $trigger.n }}"}',
  }
  return single({ id: `call${at}`, kind: 'http_request', parameters })
}

function drawRows({ random, at }: Drawing): Part {
  const parameters = random.pick([
    { action: 'create', table: 'entry', row: `{"name": "entry ${random.below(1000)}"}` },
    { action: 'list', table: 'entry', limit: 1 + random.below(5) },
  ])
  return single({ id: `rows${at}`, kind: 'database', parameters })
}

function drawCondition({ random, at }: Drawing): Part {
  const [id, yes, no] = [`if${at}`, `yes${at}`, `no${at}`]
  const parameters = { left: '{{ $trigger.n }}', operator: 'greater', right: random.below(100) }
  const set = (name: string) => ({ id: name, kind: 'set', parameters: { value: `"${name}"` } })
  const merge = { id: `merge${at}`, kind: 'merge', parameters: { mode: 'first' } }
  return {
    nodes: [{ id, kind: 'conditional', parameters }, set(yes), set(no), merge],
    wires: [wire(id, yes, 'true'), wire(id, no, 'false'), wire(yes, merge.id), wire(no, merge.id)],
    last: { id: merge.id, output: null },
  }
}

function drawLoop({ random, at }: Drawing): Part {
  const [id, inner] = [`loop${at}`, `item${at}`]
  const value = `{{ $in * ${2 + random.below(50)} }}`
  return {
    nodes: [
      { id, kind: 'loop', parameters: { items: '{{ $trigger.list }}' } },
      { id: inner, kind: 'set', parameters: { value } },
    ],
    wires: [wire(id, inner, 'item')],
    last: { id, output: 'done' },
  }
}

function drawAnswer({ random, at }: Drawing): Part {
  const parameters = { value: '{{ $trigger.n }}', status: 200 + random.below(5) }
  return single({ id: `answer${at}`, kind: 'respond', parameters })
}

const PARTS = [drawSet, drawScript, drawCall, drawRows, drawCondition, drawLoop, drawAnswer]

/** A chain of random parts after a trigger; everything in it depends on the trigger's data. */
export function drawGraph(random: Random, sink: string): PlainGraph {
  const graph: PlainGraph = {
    nodes: [{ id: 'start', kind: 'trigger-manual', parameters: {} }],
    wires: [],
  }
  let last: Part['last'] = { id: 'start', output: null }
  const count = 3 + random.below(4)
  for (let at = 0; at < count; at += 1) {
    const part = random.pick(PARTS)({ random, at, sink })
    graph.wires.push(wire(last.id, part.nodes[0]?.id ?? '', last.output), ...part.wires)
    graph.nodes.push(...part.nodes)
    last = part.last
  }
  return graph
}
