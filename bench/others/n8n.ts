import { eventually } from '../../faults/stack/eventually.ts'
import { openProject } from '../../faults/stack/make-workflow.ts'
import {
  embeddedDatabaseUrl,
  makeDataDir,
  removeDataDir,
  startStack,
} from '../../faults/stack/stack.ts'
import type { Measured, Measurement } from '../measure/measurement.ts'
import { median, quantile, round, spread } from '../measure/statistics.ts'
import { sendSteadily } from '../runs/send-steadily.ts'
import { queryDatabase } from './databases.ts'
import { N8N, N8N_SETTINGS, type N8n, openN8n } from './open-n8n.ts'
import { type Processes, watchProcessors } from './processor-use.ts'
import { CHAIN } from './ten-nodes-of-n8n.ts'

const PAIRS = Number(process.env.PAIRS ?? 10)
const AT_ONCE = [1, 20]
const SAMPLE_MS = { ours: 2_000, n8n: 4_000 }
const WARM_MS = 3_000
const SETTLE_MS = 10_000
/** Must be at least as fast; the target is ten times. */
const MIN_RATIO = 1
const AIM = 10
const BODY = '{"n": 1}'

async function openOurs(address: string): Promise<URL> {
  const { saveChain } = await openProject(address)
  const nodes = CHAIN.map((letter, at) =>
    letter === 'j'
      ? { kind: 'javascript', parameters: { code: 'return { n: $in.n + 1 }' } }
      : {
          kind: 'set',
          parameters: { value: `{ "n": "{{ ${at === 0 ? '$trigger.body.n' : '$in.n'} }}" }` },
        },
  )
  const trigger = { kind: 'trigger-webhook', parameters: { answer: 'result' } }
  const concurrency = Math.max(...AT_ONCE)
  const { triggers } = await saveChain('Ten nodes', [trigger, ...nodes], concurrency)
  return new URL(new URL(triggers[0]?.url ?? '').pathname, address)
}

interface Side {
  url: URL
  processes: Processes
  /** Number of runs that the product reports as finished. */
  countFinished(): Promise<number>
}

async function sample({ url, processes, countFinished }: Side, atOnce: number, ms: number) {
  const before = await countFinished()
  const used = watchProcessors(processes)
  const { perSecond, times } = await sendSteadily({ url, body: BODY, atOnce, ms })
  const { servers, database } = used()
  // A run is recorded as finished after its response.
  const finished = async () => (await countFinished()) - before
  if (!(await eventually(async () => (await finished()) >= times.length, { limitMs: SETTLE_MS })))
    throw new Error(`${url.host}: ${times.length} answers, ${await finished()} finished runs`)
  return {
    perSecond,
    times,
    serverCpuMs: servers / times.length,
    databaseCpuMs: database / times.length,
  }
}

type Sample = Awaited<ReturnType<typeof sample>>

function sum(samples: readonly Sample[]) {
  const times = samples.flatMap((one) => one.times)
  const middle = (key: Exclude<keyof Sample, 'times'>) =>
    round(median(samples.map((one) => one[key])), 1)
  return {
    runs: times.length,
    perSecond: middle('perSecond'),
    p50: round(median(times), 1),
    p99: round(quantile(times, 0.99), 1),
    serverCpuMs: middle('serverCpuMs'),
    databaseCpuMs: middle('databaseCpuMs'),
  }
}

async function compare(sides: { ours: Side; n8n: Side }, atOnce: number) {
  await sample(sides.ours, atOnce, WARM_MS)
  await sample(sides.n8n, atOnce, WARM_MS)
  const pairs: { ours: Sample; n8n: Sample }[] = []
  for (let pair = 0; pair < PAIRS; pair += 1)
    pairs.push({
      ours: await sample(sides.ours, atOnce, SAMPLE_MS.ours),
      n8n: await sample(sides.n8n, atOnce, SAMPLE_MS.n8n),
    })
  const cpu = ({ serverCpuMs, databaseCpuMs }: Sample) => serverCpuMs + databaseCpuMs
  const line = {
    atOnce,
    ratio: spread(pairs.map((pair) => pair.ours.perSecond / pair.n8n.perSecond)),
    cpuRatio: spread(pairs.map((pair) => cpu(pair.n8n) / cpu(pair.ours))),
    ours: sum(pairs.map((pair) => pair.ours)),
    n8n: sum(pairs.map((pair) => pair.n8n)),
  }
  const say = (one: typeof line.ours) =>
    `${one.perSecond} runs/s, ${one.p50} ms (p99 ${one.p99}), CPU per run ${one.serverCpuMs} + ${one.databaseCpuMs} ms`
  console.log(
    `  ${atOnce} at once: ${line.ratio.median} × (${line.ratio.low}–${line.ratio.high}), CPU 1/${line.cpuRatio.median}; ` +
      `ours ${say(line.ours)}; n8n ${say(line.n8n)}`,
  )
  return line
}

/** Both sides must respond the same for the comparison to be valid. */
async function proveSame(sides: Record<string, Side>): Promise<void> {
  for (const { url } of Object.values(sides)) {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(url, { method: 'POST', headers, body: BODY })
    const text = await answer.text()
    if (!/"n":\s*4\b/.test(text)) throw new Error(`${url} answered ${answer.status} ${text}`)
  }
}

function toMeasured(lines: readonly Awaited<ReturnType<typeof compare>>[]): Measured {
  const words = lines.map(
    ({ atOnce, ours, n8n, ratio }) =>
      `${atOnce}: ${ours.perSecond}/s against ${n8n.perSecond}/s, ${ratio.median} ×`,
  )
  return {
    figures: `seven set and three javascript nodes beside n8n ${N8N.version}, at once: ${words.join('; ')}; the target is ${AIM} ×`,
    violations: lines
      .filter(({ ratio }) => ratio.median <= MIN_RATIO)
      .map(({ atOnce, ratio }) => `${atOnce} at once: ${ratio.median} ×, not ahead`),
    result: {
      n8n: { ...N8N, settings: N8N_SETTINGS },
      pairs: PAIRS,
      turnMs: SAMPLE_MS,
      aim: AIM,
      lines,
    },
  }
}

async function measure(): Promise<Measured> {
  const dataDir = makeDataDir()
  const theirDir = makeDataDir()
  const stack = await startStack({ dataDir, env: { PLINTH_WEBHOOK_RATE: '1000000' } })
  let n8n: N8n | undefined
  try {
    const serverUrl = embeddedDatabaseUrl(dataDir)
    n8n = await openN8n({ serverUrl, dataDir: theirDir })
    const countFinished = async () => {
      const text = `select count(*)::int as finished from run where status = 'succeeded'`
      const [row] = await queryDatabase<{ finished: number }>(serverUrl, text)
      return row?.finished ?? 0
    }
    const databaseOf = stack.pid
    const sides = {
      ours: {
        url: await openOurs(stack.address),
        processes: { product: stack.pid, databaseOf },
        countFinished,
      },
      n8n: { ...n8n, processes: { product: n8n.pid, databaseOf } },
    }
    await proveSame(sides)
    const lines = []
    for (const atOnce of AT_ONCE) lines.push(await compare(sides, atOnce))
    return toMeasured(lines)
  } finally {
    await n8n?.stop()
    await stack.stop()
    removeDataDir(dataDir)
    removeDataDir(theirDir)
  }
}

/** Runs of a webhook and ten nodes, three of them code, compared with the same n8n workflow with saved progress. */
export const n8n: Measurement = { name: 'n8n', run: measure }
