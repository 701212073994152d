import { makeDataDir, removeDataDir } from '../../faults/stack/stack.ts'
import type { Measured, Measurement } from '../measure/measurement.ts'
import { median, quantile, round } from '../measure/statistics.ts'
import { KeepAliveLoad, type RowRequest } from './keep-alive-load.ts'
import { type MeasuredServer, type Side, startMeasuredServer } from './measured-server.ts'
import { analyze, buildShopProject, findSchema, type ShopProject } from './shop-project.ts'
import { compareNeighbours, pagePath } from './slow-neighbour.ts'

const PAIRS = Number(process.env.PAIRS ?? 60)
const ENGINES = (process.env.ENGINES ?? 'sqlite3 postgres').split(' ') as Engine[]
const ROWS = 10_000
const SLOW_ROWS = 40_000
const WARM = 3_000
const ACTS = ['one', 'page'] as const
/** Connections, and requests of a turn: short turns, so that some are not interrupted by other work. */
const AMOUNTS = { sqlite3: { 1: 60, 8: 100, 64: 256 }, postgres: { 1: 60, 20: 100, 100: 200 } }

type Engine = keyof typeof AMOUNTS
type Act = (typeof ACTS)[number]

function requestsOf(act: Act, { projectId, token, ids }: ShopProject): RowRequest[] {
  if (act === 'page') return [{ path: pagePath(projectId), token }]
  return ids.map((id) => ({ path: `/api/data/item/${id}?$projectId=${projectId}`, token }))
}

/** Microseconds of processor time for each request, and the rate. */
interface Turn {
  readonly server: number
  readonly database: number
  readonly both: number
  readonly perSecond: number
  /** Share of statements that ran in-process or on a shared connection. */
  readonly share: number
}

interface Turns {
  readonly server: MeasuredServer
  readonly load: KeepAliveLoad
  readonly requests: RowRequest[]
  readonly connections: number
  readonly amount: number
}

async function takeTurn(turns: Turns, side: Side): Promise<Turn> {
  const { server, load, requests, connections, amount } = turns
  await server.ask(side)
  // Shared connections are leased again outside the measured part.
  await load.send(requests, { connections, amount: Math.max(20, connections) })
  const endDatabase = server.watchDatabase()
  const before = await server.ask('state')
  const since = performance.now()
  await load.send(requests, { connections, amount })
  const seconds = (performance.now() - since) / 1000
  const after = await server.ask('state')
  const [ours, theirs] = [after.micros - before.micros, endDatabase()]
  return {
    server: ours / amount,
    database: theirs / amount,
    both: (ours + theirs) / amount,
    perSecond: amount / seconds,
    share: (after.counted - before.counted) / amount,
  }
}

const saved = (on: number, off: number) => round(1 - on / off, 3)

/** Turns without interruption are the cheapest ones, so the lower quartile is the figure. */
async function compare(turns: Turns) {
  for (const side of ['on', 'off'] as const) await takeTurn({ ...turns, amount: WARM }, side)
  const taken: Record<Side, Turn[]> = { on: [], off: [] }
  for (let pair = 0; pair < PAIRS; pair += 1)
    for (const side of pair % 2 === 0 ? (['on', 'off'] as const) : (['off', 'on'] as const))
      taken[side].push(await takeTurn(turns, side))
  const low = (list: readonly Turn[], key: keyof Turn, share = 0.25) =>
    quantile(
      list.map((turn) => turn[key]),
      share,
    )
  const figures = (side: Side) => ({
    server: round(low(taken[side], 'server'), 1),
    database: round(low(taken[side], 'database'), 1),
    both: round(low(taken[side], 'both'), 1),
    least: round(low(taken[side], 'both', 0), 1),
    perSecond: round(low(taken[side], 'perSecond', 0.75), 0),
    share: round(median(taken[side].map(({ share }) => share)), 2),
  })
  const every = (offset: number) => taken.off.filter((_, at) => at % 2 === offset)
  const ratios = taken.on.map(({ both }, at) => saved(both, taken.off[at]?.both ?? both))
  return {
    on: figures('on'),
    off: figures('off'),
    saved: saved(low(taken.on, 'both'), low(taken.off, 'both')),
    savedOfServer: saved(low(taken.on, 'server'), low(taken.off, 'server')),
    savedOfLeast: saved(low(taken.on, 'both', 0), low(taken.off, 'both', 0)),
    ofPairs: [0.25, 0.5, 0.75].map((share) => quantile(ratios, share)),
    /** The same side against itself: differences of this size mean nothing. */
    sameSide: saved(low(every(0), 'both'), low(every(1), 'both')),
  }
}

async function measure(): Promise<Measured> {
  const dataDir = makeDataDir()
  const server = await startMeasuredServer(dataDir)
  const { address, databaseUrl } = server
  const lines: { saved: number }[] = []
  const neighbours: object[] = []
  const build = async (engine: Engine, rows: number) => {
    const project = await buildShopProject({ address, engine, rows })
    if (engine === 'postgres') await analyze(await findSchema(databaseUrl, project.projectId))
    return project
  }
  for (const engine of ENGINES) {
    const project = await build(engine, ROWS)
    const load = new KeepAliveLoad(address)
    await server.ask('force')
    for (const act of ACTS)
      for (const [connections, amount] of Object.entries(AMOUNTS[engine])) {
        const requests = requestsOf(act, project)
        const turns = { server, load, requests, connections: Number(connections), amount }
        const line = { engine, act, connections: turns.connections, ...(await compare(turns)) }
        lines.push(line)
        console.log(`  ${JSON.stringify(line)}`)
      }
    load.close()
    await server.ask('rule')
    const slow = await build(engine, SLOW_ROWS)
    for (const line of await compareNeighbours(server, { slow, neighbour: project })) {
      neighbours.push({ engine, ...line })
      console.log(`  ${engine} ${JSON.stringify(line)}`)
    }
  }
  await server.stop()
  removeDataDir(dataDir)
  const shares = lines.map((line) => line.saved * 100)
  return {
    figures: `saves ${round(Math.min(...shares), 0)} to ${round(Math.max(...shares), 0)} % of processor time`,
    violations: [],
    result: { pairs: PAIRS, lines, neighbours },
  }
}

/** Processor time saved by in-process SQLite reads and by shared PostgreSQL connections. */
export const rowRunners: Measurement = { name: 'row-runners', run: measure }
