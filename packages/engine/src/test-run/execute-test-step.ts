import type { TestPin } from '@plinth/contract'
import type { Json, JsonObject } from '../node/json.ts'
import type { Outcome } from '../node/outcome.ts'
import type { Ports } from '../node/ports.ts'
import type { Scope } from '../node/scope.ts'
import { definitionOf } from '../nodes/all-definitions.ts'
import { effectOf, isAlwaysTested } from '../nodes/node-effects.ts'
import { runNode } from '../run/run-node.ts'
import type { Scheduler } from '../scheduler/scheduler.ts'
import type { Step } from '../scheduler/step.ts'
import { CapturedRequest, capturePorts } from './capture-ports.ts'
import { RefusedEffect } from './refused-effect.ts'
import type { TestToExecute } from './test-to-execute.ts'

/** A step as executed by a test. */
export interface TestStep {
  key: string
  nodeId: string
  label: string
  kind: string
  status: 'succeeded' | 'failed'
  pinned: boolean
  input: Json
  /** Null if it failed. */
  output: Json
  error: string | null
  /** Outputs that it took. */
  branches: string[]
  /** What it sent or would have sent, or how it waits and responds; undefined for all other nodes. */
  request?: JsonObject
  /** The value of `$now`, if the step read it. */
  time?: string
}

type Executed =
  | { seen: TestStep; outcome: Outcome }
  | { refusal: { node: string; message: string } }

const refuse = (): never => {
  throw new RefusedEffect()
}

/** Ports of a node without a recorded answer: it may compute, and use the sandbox of the project's own tables. */
function sandboxPorts(
  { ownTables }: TestToExecute,
  {
    script,
    time,
    onCall,
  }: { script: Ports['script']; time: string; onCall: (request: JsonObject) => void },
): Ports {
  return {
    script,
    credential: async () => refuse(),
    http: async () => refuse(),
    mail: async () => refuse(),
    async rows(call) {
      onCall({ rows: { ...call } })
      return ownTables.rows(call, time)
    },
    async sql({ on, ...call }) {
      if (on !== 'project' || call.mayWrite) return refuse()
      onCall({ sql: { on, ...call } })
      return ownTables.sql({ on, ...call })
    },
  }
}

/** FNV-1a: the same step of the same run always has the same random numbers. */
function seedOf(text: string): number {
  let hash = 0x811c9dc5
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return hash >>> 0
}

function branchesOf({ planned }: Step, outcome: Outcome): string[] {
  if (outcome.status === 'failed') return []
  if (outcome.status === 'items') return outcome.items.length > 0 ? ['item', 'done'] : ['done']
  const [first] = definitionOf(planned.node.kind)?.connection_config.outputs.types ?? []
  const own = outcome.status === 'done' ? outcome.outputs : undefined
  return own ?? (first === undefined ? [] : [first])
}

/** A wait and a response change nothing in a test, but belong to what it compares. */
function ownRequest(outcome: Outcome): JsonObject | undefined {
  if (outcome.status === 'wait') return { waitMs: outcome.ms }
  if (outcome.status === 'respond') return { status: outcome.code, headers: outcome.headers }
  return undefined
}

function outputOf(outcome: Outcome): Json {
  if (outcome.status === 'items') return outcome.items
  return 'value' in outcome ? outcome.value : null
}

const fromPin = (pin: TestPin): Outcome =>
  pin.status === 'failed'
    ? { status: 'failed', failure: { message: pin.message, retry: false } }
    : (pin as Outcome)

interface InRun {
  scheduler: Scheduler
  step: Step
}

/** The scope of a step; tells whether `$now` was read. */
function scopeOf(
  test: TestToExecute,
  { scheduler, step }: InRun,
): { scope: Scope; reads: { now: boolean } } {
  const reads = { now: false }
  const scope: Scope = {
    in: step.input,
    trigger: scheduler.trigger,
    run: test.run,
    get now() {
      reads.now = true
      return test.timeOf(step.key)
    },
    constants: test.constants,
    node: (label) => scheduler.nodeSeenFrom(step, label),
    nodes: () => scheduler.nodesSeenFrom(step),
  }
  return { scope, reads }
}

interface Captured {
  request?: JsonObject
  /** Why it failed before its effect. */
  failed?: Outcome
}

/**
 * What a node with a recorded answer would have sent. It runs up to its effect, so that its settings are tested too; a
 * node that fails before its effect has that outcome.
 */
async function capture(step: Step, options: Parameters<typeof runNode>[1]): Promise<Captured> {
  try {
    const outcome = await runNode(step.planned.node, options)
    if (outcome.status === 'failed') return { failed: outcome }
    if (outcome.status === 'call')
      return { request: { workflow: outcome.workflow, input: outcome.input } }
    if (outcome.status === 'approval')
      return { request: { approval: { ...outcome.request } as Json } }
    return { request: {} }
  } catch (error) {
    if (error instanceof CapturedRequest) return { request: error.request }
    throw error
  }
}

/** Executes a step of a test: by its recorded answer, or for real where that has no effect. */
export async function executeTestStep(test: TestToExecute, given: InRun): Promise<Executed> {
  const { step } = given
  const { node } = step.planned
  const { scope, reads } = scopeOf(test, given)
  const fixed = { time: test.timeOf(step.key), seed: seedOf(`${test.run.id}:${step.key}`) }
  const script: Ports['script'] = (job) => test.script({ ...job, fixed })
  const options = { scope, key: `${test.run.id}:${step.key}`, log: () => undefined }
  const pin = isAlwaysTested(node) ? undefined : test.pins.get(step.key)
  const effect = effectOf(node)
  let outcome: Outcome
  let request: JsonObject | undefined
  try {
    if (pin === undefined) {
      if (effect === 'effect') refuse()
      const onCall = (sent: JsonObject) => {
        request = sent
      }
      const ports = sandboxPorts(test, { script, time: fixed.time, onCall })
      outcome = await runNode(node, { ...options, ports })
      request ??= ownRequest(outcome)
    } else {
      const ports = capturePorts({ script, credentialName: test.credentialName })
      const captured: Captured = effect === 'pure' ? {} : await capture(step, { ...options, ports })
      outcome = captured.failed ?? fromPin(pin)
      request = captured.request
    }
  } catch (error) {
    if (!(error instanceof RefusedEffect)) throw error
    const why = error.reason || 'It has an effect.'
    const message = `"${node.label}" has no recorded answer and was not executed. ${why} Pin its answer, or make the test again from a newer run.`
    return { refusal: { node: node.label, message } }
  }
  const seen: TestStep = {
    key: step.key,
    nodeId: node.id,
    label: node.label,
    kind: node.kind,
    status: outcome.status === 'failed' ? 'failed' : 'succeeded',
    pinned: pin !== undefined,
    input: step.input,
    output: outputOf(outcome),
    error: outcome.status === 'failed' ? outcome.failure.message : null,
    branches: branchesOf(step, outcome),
    ...(request ? { request } : {}),
    ...(reads.now ? { time: test.timeOf(step.key) } : {}),
  }
  return { seen, outcome }
}
