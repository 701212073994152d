import { constants, setPriority } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { signIn } from '../../faults/stack/call.ts'
import { makeDataDir, removeDataDir, startStack } from '../../faults/stack/stack.ts'
import type { Measured, Measurement } from '../measure/measurement.ts'
import { quantile, round } from '../measure/statistics.ts'
import {
  attacksOf,
  buildFairProject,
  type Engine,
  type FairProject,
  workOf,
} from './fair-projects.ts'
import { attack } from './hostile-client.ts'
import { type Pressure, press, type Sent } from './press.ts'

const ENGINES = (process.env.ENGINES?.split(',') ?? ['sqlite3', 'postgres']) as readonly Engine[]
const HOSTILE_ROWS = 20_000
const QUIET_ROWS = 2_000
const ROUNDS = Number(process.env.ROUNDS ?? 1)
const TURN_MS = Number(process.env.BENCH_SECONDS ?? 3) * 1_000
/** Names of attacks; all of them without it. */
const ONLY = process.env.ATTACKS?.split(',')
/** Until the queues of the hostile project are full. */
const LEAD_MS = 1_500
const MAX_RATIO = 3
const MIN_RATE = 0.5

type Works = Readonly<Record<string, readonly Sent[]>>

/** The client of the quiet project stands for another machine, so it does not wait for the processor of this one. */
function raiseClient(): void {
  try {
    setPriority(constants.priority.PRIORITY_ABOVE_NORMAL)
  } catch {
    // Only a privileged user may.
  }
}

/** Each kind of work of the quiet project in turn. */
async function measureWork(address: string, work: Readonly<Record<string, Pressure>>) {
  const works: Record<string, readonly Sent[]> = {}
  for (const [kind, pressure] of Object.entries(work)) {
    const pressed = press(address, pressure)
    await wait(TURN_MS)
    works[kind] = await pressed.stop()
  }
  return works
}

function figuresOf(sent: readonly Sent[]) {
  const times = sent.filter(({ status }) => status === 200).map(({ ms }) => ms)
  const seconds = (TURN_MS * ROUNDS) / 1_000
  return {
    p50: round(quantile(times, 0.5), 1),
    p99: round(quantile(times, 0.99), 1),
    perSecond: round(times.length / seconds, 1),
    refused: sent.length - times.length,
  }
}

/** One attack: the quiet project alone and beside it, alternating. */
async function measureAttack(
  address: string,
  { quiet, attacks }: { quiet: FairProject; attacks: Readonly<Record<string, Pressure>> },
) {
  const alone: Works[] = []
  const beside: Works[] = []
  const hostile: object[] = []
  for (let at = 0; at < ROUNDS; at += 1) {
    alone.push(await measureWork(address, workOf(quiet)))
    const attacker = attack(address, attacks)
    await wait(LEAD_MS)
    beside.push(await measureWork(address, workOf(quiet)))
    hostile.push(await attacker.stop())
  }
  const pooled = (works: readonly Works[], kind: string) =>
    figuresOf(works.flatMap((work) => work[kind] ?? []))
  const lines = Object.keys(workOf(quiet)).map((kind) => {
    const figures = { alone: pooled(alone, kind), beside: pooled(beside, kind) }
    const ratio = round(figures.beside.p99 / figures.alone.p99, 1)
    const rate = round(figures.beside.perSecond / figures.alone.perSecond)
    return { kind, ratio, rate, ...figures }
  })
  return { hostile, lines }
}

async function measureEngine(address: string, engine: Engine) {
  const building = { address, engine, staffToken: await signIn(address) }
  const hostile = await buildFairProject({ ...building, rows: HOSTILE_ROWS })
  const quiet = await buildFairProject({ ...building, rows: QUIET_ROWS })
  const attacks = attacksOf(hostile)
  const cases = [...Object.keys(attacks), 'all'].filter((name) => ONLY?.includes(name) ?? true)
  await measureWork(address, workOf(quiet))
  const measured: object[] = []
  const violations: string[] = []
  for (const name of cases) {
    const chosen = Object.entries(attacks).filter(([each]) => name === 'all' || each === name)
    const found = await measureAttack(address, { quiet, attacks: Object.fromEntries(chosen) })
    measured.push({ attack: name, ...found })
    for (const { kind, ratio, rate, alone, beside } of found.lines) {
      const line = `${engine}: ${kind} beside ${name}: p50 ${alone.p50}, ${beside.p50}; p99 ${alone.p99} alone, ${beside.p99} ms beside (${ratio}); rate ${rate}; refused ${beside.refused}`
      console.log(`  ${line}`)
      if (!(ratio <= MAX_RATIO && rate >= MIN_RATE && beside.refused === 0)) violations.push(line)
    }
    console.log(`    ${JSON.stringify(found.hostile)}`)
  }
  return { measured, violations }
}

async function measure(): Promise<Measured> {
  const dataDir = makeDataDir()
  // The limits as an operator has them.
  const env = { PLINTH_LOG_LEVEL: 'error', PLINTH_DATA_RATE: '', PLINTH_SIGN_IN_ATTEMPTS: '1000' }
  const root = process.env.OTHER_BUILD
  const stack = await startStack({ dataDir, env, ...(root !== undefined && { root }) })
  raiseClient()
  const engines: Record<string, object[]> = {}
  const violations: string[] = []
  for (const engine of ENGINES) {
    const found = await measureEngine(stack.address, engine)
    engines[engine] = found.measured
    violations.push(...found.violations)
  }
  await stack.stop()
  removeDataDir(dataDir)
  return {
    figures: `a quiet project beside a hostile one: p99 at most ${MAX_RATIO} times, at least ${MIN_RATE} of its rate`,
    violations,
    result: { turnMs: TURN_MS, rounds: ROUNDS, engines },
  }
}

/** Rows, previews and runs of one project while another sends whatever it can. */
export const hostileNeighbour: Measurement = { name: 'hostile-neighbour', run: measure }
