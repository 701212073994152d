import { setTimeout as wait } from 'node:timers/promises'
import { signIn } from '../../faults/stack/call.ts'
import { makeDataDir, removeDataDir, startStack } from '../../faults/stack/stack.ts'
import type { Measured, Measurement } from '../measure/measurement.ts'
import { quantile, round } from '../measure/statistics.ts'
import { attacksOf, buildFairProject, type Engine, workOf } from './fair-projects.ts'
import { type Pressure, press, type Sent } from './press.ts'

const ENGINES: readonly Engine[] = ['sqlite3', 'postgres']
const HOSTILE_ROWS = 20_000
const QUIET_ROWS = 2_000
const TURN_MS = Number(process.env.BENCH_SECONDS ?? 8) * 1_000
/** Scripts and queries under way end within their time limit. */
const CALM_MS = 8_000
const MAX_RATIO = 3
const MIN_RATE = 0.5

interface Figures {
  readonly p50: number
  readonly p99: number
  readonly perSecond: number
  readonly refused: number
}

function figuresOf(sent: readonly Sent[]): Figures {
  const times = sent.filter(({ status }) => status === 200).map(({ ms }) => ms)
  if (times.length === 0) return { p50: 0, p99: 0, perSecond: 0, refused: sent.length }
  return {
    p50: round(quantile(times, 0.5), 1),
    p99: round(quantile(times, 0.99), 1),
    perSecond: round(times.length / (TURN_MS / 1_000), 1),
    refused: sent.length - times.length,
  }
}

/** One kind of work of the quiet project, alone or beside attacks. */
async function turn(address: string, work: Pressure, attacks: readonly Pressure[]) {
  const hostile = attacks.map((attack) => press(address, attack))
  if (hostile.length > 0) await wait(1_000)
  const quiet = press(address, work)
  await wait(TURN_MS)
  const figures = figuresOf(await quiet.stop())
  const answered = (await Promise.all(hostile.map((each) => each.stop()))).flat()
  if (hostile.length > 0) await wait(CALM_MS)
  const limited = answered.filter(({ status }) => status === 429).length
  return { ...figures, hostile: { answered: answered.length, limited } }
}

function findViolation(name: string, { alone, beside }: { alone: Figures; beside: Figures }) {
  const ratio = round(beside.p99 / alone.p99, 1)
  const rate = round(beside.perSecond / alone.perSecond)
  const isKept = ratio <= MAX_RATIO && rate >= MIN_RATE && beside.refused === 0
  const line = `${name}: p99 ${alone.p99} alone, ${beside.p99} ms beside (${ratio}), rate ${rate}, refused ${beside.refused}`
  console.log(`  ${line}`)
  return { ratio, rate, violation: isKept ? [] : [line] }
}

async function measureEngine(address: string, engine: Engine) {
  const staffToken = await signIn(address)
  const building = { address, engine, staffToken }
  const hostile = await buildFairProject({ ...building, rows: HOSTILE_ROWS })
  const quiet = await buildFairProject({ ...building, rows: QUIET_ROWS })
  const attacks = attacksOf(hostile)
  const lines: object[] = []
  const violations: string[] = []
  for (const [kind, work] of Object.entries(workOf(quiet))) {
    await turn(address, work, [])
    const alone = await turn(address, work, [])
    const cases = Object.entries(attacks).map(([name, attack]) => ({ name, all: [attack] }))
    for (const { name, all } of [...cases, { name: 'all', all: Object.values(attacks) }]) {
      const beside = await turn(address, work, all)
      const found = findViolation(`${engine}: ${kind} beside ${name}`, { alone, beside })
      violations.push(...found.violation)
      lines.push({ kind, beside: name, ratio: found.ratio, rate: found.rate, alone, with: beside })
    }
  }
  return { lines, violations }
}

async function measure(): Promise<Measured> {
  const dataDir = makeDataDir()
  // The limits as an operator has them.
  const env = { PLINTH_LOG_LEVEL: 'error', PLINTH_DATA_RATE: '', PLINTH_SIGN_IN_ATTEMPTS: '1000' }
  const stack = await startStack({ dataDir, env })
  const engines: Record<string, object[]> = {}
  const violations: string[] = []
  for (const engine of ENGINES) {
    const { lines, violations: found } = await measureEngine(stack.address, engine)
    engines[engine] = lines
    violations.push(...found)
  }
  await stack.stop()
  removeDataDir(dataDir)
  return {
    figures: `a quiet project beside a hostile one: p99 at most ${MAX_RATIO} times, at least ${MIN_RATE} of its rate`,
    violations,
    result: { turnMs: TURN_MS, engines },
  }
}

/** Rows, previews and runs of one project while another sends whatever it can. */
export const hostileNeighbour: Measurement = { name: 'hostile-neighbour', run: measure }
