import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Graph, Wire } from '../graph/graph.ts'
import { definitionOf } from '../nodes/all-definitions.ts'
import { graph, node, schedulerOf } from '../testing/graphs.ts'
import type { Step } from './step.ts'

const KINDS = ['set', 'conditional', 'switch', 'merge'] as const

interface Scenario {
  of: Graph
  /** The output each node takes if it runs. */
  outputs: Map<string, string>
  failing: Set<string>
}

const scenario: fc.Arbitrary<Scenario> = fc
  .array(
    fc.record({
      kind: fc.constantFrom(...KINDS),
      active: fc.boolean().map((on) => on),
      before: fc.array(fc.record({ from: fc.nat(), out: fc.nat(), into: fc.nat() }), {
        maxLength: 4,
      }),
      takes: fc.nat(),
      fails: fc.nat({ max: 19 }),
    }),
    { minLength: 1, maxLength: 25 },
  )
  .map((drafts) => {
    const id = (index: number) => `n${index}`
    const nodes = drafts.map(({ kind, active }, index) => node(id(index), kind, { active }))
    const outputs = new Map<string, string>()
    const wires: Wire[] = []
    for (const [index, { kind, before, takes, active }] of drafts.entries()) {
      const types = definitionOf(kind)?.connection_config
      const out = types?.outputs.types ?? []
      outputs.set(id(index), (active ? out[takes % out.length] : out[0]) ?? '')
      for (const { from, out: which, into } of index === 0 ? [] : before) {
        const source = from % index
        const offered =
          definitionOf(drafts[source]?.kind ?? '')?.connection_config.outputs.types ?? []
        const taken = types?.inputs.types ?? []
        wires.push({
          source: id(source),
          output: offered[which % offered.length] ?? '',
          target: id(index),
          input: taken[into % taken.length] ?? '',
        })
      }
    }
    const failing = drafts.flatMap(({ fails }, index) => (fails === 0 ? [id(index)] : []))
    return { of: { ...graph(nodes), wires }, outputs, failing: new Set(failing) }
  })

/** Independent oracle: computes which nodes must run, in topological order. */
function expectedToRun({ of, outputs }: Scenario): Set<string> {
  const run = new Set<string>()
  for (const { id } of of.nodes) {
    const into = of.wires.filter(({ target }) => target === id)
    const live = into.some(
      ({ source, output }) => run.has(source) && outputs.get(source) === output,
    )
    if (into.length === 0 || live) run.add(id)
  }
  return run
}

function startsOf({ nodes, wires }: Graph): string[] {
  const entered = new Set(wires.map(({ target }) => target))
  return nodes.filter(({ id }) => !entered.has(id)).map(({ id }) => id)
}

/** Executes steps concurrently and finishes them in random order. */
function runRandomly(scenario: Scenario, options: { order: number[]; failures: boolean }) {
  const scheduler = schedulerOf(scenario.of, { starts: startsOf(scenario.of) })
  const started: string[] = []
  const ended: string[] = []
  const pending: Step[] = []
  for (let round = 0; ; round += 1) {
    for (const step of scheduler.next()) {
      started.push(step.planned.node.id)
      pending.push(step)
    }
    if (pending.length === 0) break
    const at = (options.order[round % options.order.length] ?? 0) % pending.length
    const [step] = pending.splice(at, 1)
    if (!step) break
    const { id } = step.planned.node
    ended.push(id)
    if (options.failures && scenario.failing.has(id)) {
      scheduler.finish(step, { status: 'failed', failure: { message: id, retry: true } })
    } else
      scheduler.finish(step, {
        status: 'done',
        value: id,
        outputs: [scenario.outputs.get(id) ?? ''],
      })
  }
  return { scheduler, begun: started, ended }
}

const order = fc.array(fc.nat(), { minLength: 1, maxLength: 20 })

test('runs every reachable node exactly once and stores results by label', () => {
  fc.assert(
    fc.property(scenario, order, (generated, order) => {
      const { scheduler, begun: started } = runRandomly(generated, { order, failures: false })
      const expected = expectedToRun(generated)
      const active = generated.of.nodes.filter(({ active }) => active).map(({ id }) => id)
      expect(started.toSorted()).toEqual(active.filter((id) => expected.has(id)).toSorted())
      expect(scheduler.ending?.status).toBe('succeeded')
      expect(new Set(Object.keys(scheduler.ending?.result ?? {}))).toEqual(expected)
    }),
    { numRuns: 500 },
  )
})

test('starts a node only after all its executed predecessors have ended', () => {
  fc.assert(
    fc.property(scenario, order, (generated, order) => {
      const scheduler = schedulerOf(generated.of, { starts: startsOf(generated.of) })
      const over = new Set<string>()
      const pending: Step[] = []
      for (let round = 0; ; round += 1) {
        for (const step of scheduler.next()) {
          for (const { source } of step.planned.incoming) {
            const before = generated.of.nodes.find(({ id }) => id === source)
            if (before?.active && expectedToRun(generated).has(source)) {
              expect(over.has(source)).toBe(true)
            }
          }
          pending.push(step)
        }
        const at = (order[round % order.length] ?? 0) % Math.max(1, pending.length)
        const [step] = pending.splice(at, 1)
        if (!step) break
        const { id } = step.planned.node
        over.add(id)
        scheduler.finish(step, {
          status: 'done',
          value: id,
          outputs: [generated.outputs.get(id) ?? ''],
        })
      }
    }),
    { numRuns: 300 },
  )
})

test('starts nothing after a failure that stops the run', () => {
  fc.assert(
    fc.property(scenario, order, (generated, order) => {
      const { scheduler, ended, begun: started } = runRandomly(generated, { order, failures: true })
      const first = ended.find((id) => generated.failing.has(id))
      expect(scheduler.ending?.status).toBe(first === undefined ? 'succeeded' : 'failed')
      if (first === undefined) return
      expect(scheduler.ending).toMatchObject({ node: first, message: first })
      expect(new Set(started).size).toBe(started.length)
    }),
    { numRuns: 500 },
  )
})

test('is deterministic for the same outcomes in the same order', () => {
  fc.assert(
    fc.property(scenario, order, (generated, order) => {
      const one = runRandomly(generated, { order, failures: true })
      const other = runRandomly(generated, { order, failures: true })
      expect(other.begun).toEqual(one.begun)
      expect(other.scheduler.ending).toEqual(one.scheduler.ending)
    }),
    { numRuns: 200 },
  )
})
