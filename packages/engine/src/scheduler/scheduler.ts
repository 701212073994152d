import type { WorkflowSettings } from '@plinth/contract'
import type { Wire } from '../graph/graph.ts'
import type { Json, JsonObject } from '../node/json.ts'
import type { Failure, Outcome } from '../node/outcome.ts'
import { definitionOf, TRIGGER_KINDS } from '../nodes/all-definitions.ts'
import { type Frame, isClosed, openFrame } from './frame.ts'
import { Loops } from './loops.ts'
import { nodeInput } from './node-input.ts'
import { type Plan, type PlannedNode, regionKey } from './plan-run.ts'
import { Results } from './results.ts'
import type { Step } from './step.ts'

export type Ending =
  | { status: 'succeeded'; result: JsonObject }
  | { status: 'failed'; result: JsonObject; node: string; message: string }

/** Limit against runaway loops. */
const MAX_STEPS = 10_000

/**
 * Decides which nodes of a graph run next. It has no clock and no side effects, so the same outcomes in the same
 * order lead to the same decisions; replays depend on this.
 */
export class Scheduler {
  readonly #plan: Plan
  readonly #settings: WorkflowSettings
  readonly #results = new Results()
  readonly #loops = new Loops()
  readonly #ready: Step[] = []
  #steps = 0
  #ending: Ending | undefined
  /** The payload of the run, set when its trigger has finished. */
  trigger: Json = null

  constructor(plan: Plan, settings: WorkflowSettings, payload?: Json) {
    this.#plan = plan
    this.#settings = settings
    this.trigger = payload ?? null
    const root = openFrame(plan, { region: [], items: [], parent: undefined })
    for (const id of plan.starts) {
      const planned = plan.nodes.get(id)
      if (planned) this.#offer(planned, { frame: root, input: payload ?? null })
    }
    if (root.left === 0) this.#succeed()
  }

  get ending(): Ending | undefined {
    return this.#ending
  }

  /** Returns the steps that can start now; each is returned once. */
  next(): Step[] {
    return this.#ending ? [] : this.#ready.splice(0).filter(({ frame }) => !isClosed(frame))
  }

  /** Whether the outcome of a step is still relevant. */
  isRelevant(step: Step): boolean {
    return !this.#ending && !isClosed(step.frame)
  }

  nodeSeenFrom(step: Step, label: string): Json | undefined {
    const planned = this.#plan.byLabel.get(label)
    return planned && this.#results.seenFrom(planned, step.frame)
  }

  nodesSeenFrom(step: Step): JsonObject {
    return this.#results.allSeenFrom(this.#plan, step.frame)
  }

  /** Delay in milliseconds before a failed step is retried; undefined if it is not. */
  retryAfter(failure: Failure, attempt: number): number | undefined {
    const { retryCount, retryDelay } = this.#settings.errorHandling
    return failure.retry && attempt <= retryCount ? retryDelay * 1000 : undefined
  }

  /** Applies the outcome of a step. */
  finish(step: Step, outcome: Outcome): void {
    if (!this.isRelevant(step)) return
    if (outcome.status === 'failed') this.#fail(step, outcome.failure)
    else if (outcome.status === 'items') this.#openLoop(step, outcome)
    else if (outcome.status === 'done') this.#complete(step, outcome)
    else if (outcome.status === 'call' || outcome.status === 'approval')
      throw new Error('a call or an approval must be resolved before finish()')
    else this.#complete(step, { value: outcome.value })
  }

  #offer(planned: PlannedNode, position: { frame: Frame; input: Json }): void {
    this.#steps += 1
    const { node } = planned
    const key = [node.id, ...position.frame.items].join(':')
    if (this.#steps > MAX_STEPS) {
      this.#end({ node: node.label, message: `The run took more than ${MAX_STEPS} steps.` })
      return
    }
    const step = { planned, ...position, key }
    if (node.active) this.#ready.push(step)
    else this.#complete(step, { value: position.input })
  }

  #complete(step: Step, done: { value: Json; outputs?: string[] }): void {
    const { planned, frame } = step
    const { node, outgoing } = planned
    if (TRIGGER_KINDS.has(node.kind)) this.trigger = done.value
    frame.values.set(node.id, done.value)
    this.#results.set(node.label, { items: frame.items, value: done.value })
    const [first] = definitionOf(node.kind)?.connection_config.outputs.types ?? []
    const outputs = done.outputs ?? (first === undefined ? [] : [first])
    this.#decide(
      frame,
      outgoing
        .filter((wire) => this.#plan.nodes.get(wire.target)?.region.length === frame.items.length)
        .map((wire) => ({ wire, taken: outputs.includes(wire.output), value: done.value })),
    )
    this.#leave(frame, 1)
  }

  /** Resolves connections and skips all nodes that only inactive connections lead to. */
  #decide(frame: Frame, wires: { wire: Wire; taken: boolean; value: Json }[]): void {
    const queue = [...wires]
    let cut = 0
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { wire, taken, value } = next
      if (taken) frame.arrived.set(wire, value)
      const planned = this.#plan.nodes.get(wire.target)
      const left = (frame.undecided.get(wire.target) ?? 0) - 1
      frame.undecided.set(wire.target, left)
      if (!planned || left > 0) continue
      if (planned.incoming.some((incoming) => frame.arrived.has(incoming))) {
        this.#offer(planned, { frame, input: nodeInput(planned, frame.arrived) })
        continue
      }
      cut += 1
      const inside = planned.outgoing.filter(
        ({ target }) => this.#plan.nodes.get(target)?.region.length === frame.items.length,
      )
      queue.push(...inside.map((wire) => ({ wire, taken: false, value: null })))
    }
    this.#leave(frame, cut)
  }

  #leave(frame: Frame, count: number): void {
    frame.left -= count
    if (count === 0 || frame.left > 0 || !this.#isOpen(frame)) return
    if (frame.parent) this.#closeItem(frame, this.#frameValue(frame))
    else this.#succeed()
  }

  #isOpen(frame: Frame): boolean {
    return !this.#ending && !isClosed(frame)
  }

  /** Result of one item: the value of its last node, or an object by label if there are several. */
  #frameValue(frame: Frame): Json {
    const nodes = this.#plan.regions.get(regionKey(frame.region)) ?? []
    const last = nodes.filter(({ outgoing }) => outgoing.length === 0)
    const [only] = last
    if (last.length === 1 && only) return frame.values.get(only.node.id) ?? null
    return Object.fromEntries(
      last.flatMap(({ node }) => {
        const value = frame.values.get(node.id)
        return value === undefined ? [] : [[node.label, value]]
      }),
    )
  }

  #openLoop(step: Step, outcome: Extract<Outcome, { status: 'items' }>): void {
    const region = [...step.frame.region, step.planned.node.id]
    if (!this.#plan.regions.has(regionKey(region))) {
      this.#complete(step, { value: outcome.items, outputs: ['done'] })
      return
    }
    this.#loops.open(step, outcome)
    this.#moreItems(step)
  }

  #moreItems(step: Step): void {
    const { planned, frame } = step
    for (const { index, item } of this.#loops.take(step)) {
      const inner = openFrame(this.#plan, {
        region: [...frame.region, planned.node.id],
        items: [...frame.items, index],
        parent: frame,
      })
      this.#loops.enter(step, inner)
      const entries = planned.outgoing.filter(({ output }) => output === 'item')
      this.#decide(
        inner,
        entries.map((wire) => ({ wire, taken: true, value: item })),
      )
    }
    const results = this.#loops.closed(step)
    if (results) this.#complete(step, { value: results, outputs: ['done'] })
  }

  #closeItem(frame: Frame, value: Json): void {
    frame.closed = true
    const step = this.#loops.leave(frame, value)
    if (step && this.isRelevant(step)) this.#moreItems(step)
  }

  #fail(step: Step, { message }: Failure): void {
    if (this.#settings.errorHandling.failureAction === 'continue') {
      this.#complete(step, { value: { error: { message } } })
      return
    }
    this.#results.set(step.planned.node.label, {
      items: step.frame.items,
      value: { error: { message } },
    })
    const forgiving = this.#loops.forgiving(step.frame)
    if (forgiving) this.#closeItem(forgiving, { error: { message } })
    else this.#end({ node: step.planned.node.label, message })
  }

  #succeed(): void {
    this.#ending ??= { status: 'succeeded', result: this.#results.toObject() }
  }

  #end(why: { node: string; message: string }): void {
    this.#ending ??= { status: 'failed', result: this.#results.toObject(), ...why }
  }
}
