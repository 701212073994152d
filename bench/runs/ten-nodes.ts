import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { requestRuntime } from '../../apps/server/src/foundation/durable/request-runtime.ts'
import { findChildren } from '../../faults/stack/find-children.ts'
import { openProject } from '../../faults/stack/make-workflow.ts'
import { makeDataDir, removeDataDir, type Stack, startStack } from '../../faults/stack/stack.ts'
import type { Measured, Measurement } from '../measure/measurement.ts'
import { median, quantile, round, spread } from '../measure/statistics.ts'
import { processorSeconds } from '../rows/shop-project.ts'
import { sendSteadily } from './send-steadily.ts'

const PAIRS = Number(process.env.PAIRS ?? 10)
const SECONDS = 2
const AT_ONCE = [1, 20, 100]
const NODES = 10
const MIN_RATIO = 0.7

/** A webhook that responds with its run's result, and ten nodes with one expression each. */
async function openOurs(stack: Stack): Promise<URL> {
  const { saveChain } = await openProject(stack.address)
  const sets = Array.from({ length: NODES }, () => ({
    kind: 'set',
    parameters: { value: '{{ $trigger.body }}' },
  }))
  const { triggers } = await saveChain('Ten nodes', [
    { kind: 'trigger-webhook', parameters: { answer: 'result' } },
    ...sets,
  ])
  return new URL(new URL(triggers[0]?.url ?? '').pathname, stack.address)
}

/** The durable runtime alone, with ten empty steps. */
async function openBare({ dataDir }: Stack) {
  const child = fork(join(import.meta.dirname, 'bare-steps-server.ts'))
  const [{ url, path }] = (await once(child, 'message')) as [{ url: string; path: string }]
  const sockets = join(dataDir, 'restate/data/plinth')
  const known = await requestRuntime(`unix:${join(sockets, 'admin.sock')}`, {
    path: 'deployments',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ uri: url }),
  })
  if (known.status !== 201) throw new Error(`the durable runtime answered ${known.status}`)
  const address = {
    url: new URL(`http://localhost/${path}`),
    socketPath: join(sockets, 'ingress.sock'),
  }
  return { ...address, pid: child.pid ?? 0, stop: () => child.kill() }
}

/** A connection's process may have ended. */
function secondsOf(pid: number): number {
  try {
    return processorSeconds(pid)
  } catch {
    return 0
  }
}

interface Sample {
  perSecond: number
  times: number[]
  /** Processor time per run, in milliseconds. */
  cpu: number
}

async function sample(
  side: { url: URL; socketPath?: string; body?: string; pids: number[] },
  atOnce: number,
) {
  const used = () => side.pids.reduce((sum, pid) => sum + secondsOf(pid), 0)
  const before = used()
  const { perSecond, times } = await sendSteadily({ ...side, atOnce, ms: SECONDS * 1000 })
  return { perSecond, times, cpu: ((used() - before) * 1000) / times.length }
}

function sum(samples: readonly Sample[]) {
  const times = samples.flatMap((one) => one.times)
  return {
    perSecond: round(median(samples.map((one) => one.perSecond)), 1),
    p50: round(median(times), 1),
    p99: round(quantile(times, 0.99), 1),
    cpuPerRun: round(median(samples.map((one) => one.cpu)), 1),
  }
}

/** Alternates samples of both sides; the first of each is a warm-up. */
async function compare(
  { ours, bare }: Record<'ours' | 'bare', Parameters<typeof sample>[0]>,
  atOnce: number,
) {
  const pairs: { ours: Sample; bare: Sample }[] = []
  for (let pair = 0; pair <= PAIRS; pair += 1) {
    pairs.push({ ours: await sample(ours, atOnce), bare: await sample(bare, atOnce) })
  }
  pairs.shift()
  const line = {
    atOnce,
    ours: sum(pairs.map((pair) => pair.ours)),
    bare: sum(pairs.map((pair) => pair.bare)),
    ratio: spread(pairs.map((pair) => pair.ours.perSecond / pair.bare.perSecond)),
  }
  const overhead = round((line.ours.p50 - line.bare.p50) / NODES, 2)
  console.log(
    `  ${atOnce} at once: ${line.ours.perSecond} runs/s (bare ${line.bare.perSecond}), ratio ` +
      `${line.ratio.median} (${line.ratio.low}–${line.ratio.high}), median ${line.ours.p50} ms ` +
      `(bare ${line.bare.p50}), ${overhead} ms more per node, CPU per run ${line.ours.cpuPerRun} ms ` +
      `(bare ${line.bare.cpuPerRun})`,
  )
  return { ...line, overheadPerNodeMs: overhead }
}

async function measure(): Promise<Measured> {
  const stack = await startStack({
    dataDir: makeDataDir(),
    env: { PLINTH_WEBHOOK_RATE: '1000000' },
  })
  const bare = await openBare(stack)
  try {
    const url = await openOurs(stack)
    const engine = findChildren(stack.pid).filter(({ program }) => program.startsWith('restate'))
    const all = findChildren(stack.pid).map(({ pid }) => pid)
    const sides = {
      ours: { url, body: '{"n": 1}', pids: [stack.pid, ...all] },
      bare: {
        url: bare.url,
        socketPath: bare.socketPath,
        pids: [bare.pid, ...engine.map(({ pid }) => pid)],
      },
    }
    const lines = []
    for (const atOnce of AT_ONCE) lines.push(await compare(sides, atOnce))
    const words = lines.map(
      ({ atOnce, ours, ratio }) => `${atOnce}: ${ours.perSecond}/s, ${ratio.median}`,
    )
    return {
      figures: `ten-node runs against the bare engine, at once: ${words.join('; ')}`,
      violations: lines
        .filter(({ ratio }) => ratio.median < MIN_RATIO)
        .map(
          ({ atOnce, ratio }) => `${atOnce} at once: ${ratio.median}; the target is ${MIN_RATIO}`,
        ),
      result: { pairs: PAIRS, seconds: SECONDS, nodes: NODES, lines },
    }
  } finally {
    bare.stop()
    await stack.stop()
    removeDataDir(stack.dataDir)
  }
}

/** Runs of a webhook and ten nodes, compared with the durable runtime alone with ten empty steps. */
export const tenNodes: Measurement = { name: 'ten-nodes', run: measure }
