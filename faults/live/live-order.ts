import { setTimeout as sleep } from 'node:timers/promises'
import { call, signIn } from '../stack/call.ts'
import { eventually } from '../stack/eventually.ts'
import { makeDataDir, removeDataDir, startStack } from '../stack/stack.ts'
import type { Suite, SuiteResult } from '../stack/suite.ts'
import { connectDirectly, type DirectConnection, openPostgres, placeOf } from './data-database.ts'
import { type LiveProject, makeLiveProject } from './live-project.ts'
import { LiveReader } from './live-reader.ts'

const ENGINES = ['sqlite3', 'postgres'] as const
const ROWS = 8
/** Writers past the product. A file of SQLite has one writer at a time. */
const DIRECT = { sqlite3: 1, postgres: 12 }
const OF_API = 3
const ARRIVES_MS = 90_000
const DISCONNECT_MS = 700

interface Order {
  dataDir: string
  project: LiveProject
  address: string
  readers: LiveReader[]
  ids: string[]
  /** Transactions that are still to be made. */
  left: number
  made: { direct: number; undone: number; api: number }
}

const random = (below: number) => Math.floor(Math.random() * below)

/** Adds 1 to a few rows, in one order, so that no two writers wait for each other; some take long, and some roll back. */
async function addOnce(order: Order, { table, run }: DirectConnection): Promise<void> {
  const chosen = order.ids.filter(() => Math.random() < 0.25)
  await run(order.project.database === 'postgres' ? 'begin' : 'begin immediate')
  for (const id of chosen) {
    await run('savepoint one')
    await run(`update ${table} set n = n + 1 where id = $1`, [id])
    await run(Math.random() < 0.1 ? 'rollback to one' : 'release one')
    if (Math.random() < 0.1) await sleep(random(8))
  }
  const isUndone = Math.random() < 0.1
  await run(isUndone ? 'rollback' : 'commit')
  order.made[isUndone ? 'undone' : 'direct'] += 1
}

async function writeDirectly(order: Order): Promise<void> {
  const connection = await connectDirectly(order.dataDir, order.project)
  while (order.left > 0) {
    order.left -= 1
    await addOnce(order, connection)
  }
  await connection.close()
}

/** Changes owners, which the direct writers leave alone. */
async function writeByApi(order: Order): Promise<void> {
  const { projectId } = order.project
  while (order.left > 0) {
    order.left -= 1
    const path = `/api/data/thing/${order.ids[random(ROWS)]}?$projectId=${projectId}`
    const body = { owner: `owner ${random(1_000_000)}` }
    const { status } = await call({ address: order.address }, { method: 'PUT', path, body })
    if (status === 200) order.made.api += 1
    else await sleep(50)
  }
}

async function addRows({ project, address }: Pick<Order, 'project' | 'address'>) {
  const ids: string[] = []
  for (let count = 0; count < ROWS; count += 1) {
    const body = { owner: 'nobody', isPublic: true, n: 0 }
    const path = `/api/data/thing?$projectId=${project.projectId}`
    const made = await call({ address }, { method: 'POST', path, body })
    if (made.status !== 200) throw new Error(`creating answered ${made.status}`)
    ids.push((made.body.data as { id: string }).id)
  }
  return ids.sort()
}

type Stored = Map<string, { n: number; owner: string }>

async function readRows({ dataDir, project }: Order): Promise<Stored> {
  const { table, run, close } = await connectDirectly(dataDir, project)
  const rows = await run(`select id, n, owner from ${table}`)
  await close()
  return new Map(
    rows.map(({ id, n, owner }) => [String(id), { n: Number(n), owner: String(owner) }]),
  )
}

const numbersOf = (words: readonly string[]) => words.map((each) => Number(each.split(' ')[1]))

/** How often a newer value of a row came before an older one. */
function countSteppedBack({ rows }: LiveReader): number {
  return [...rows.values()].reduce(
    (sum, words) => sum + numbersOf(words).filter((n, at, all) => n < (all[at - 1] ?? 0)).length,
    0,
  )
}

/** What is wrong with what a reader got: values in order, the newest one last, and each of them for who stayed connected. */
function findWrong(reader: LiveReader, stored: Stored): string[] {
  const found = [...reader.problems]
  const hasStayed = reader.connects === 1
  if (countSteppedBack(reader) > 0) found.push('values are out of order')
  for (const [id, { n, owner }] of stored) {
    const known = reader.state.get(id)
    if (known?.n !== n || known.owner !== owner)
      found.push(`ends with ${known?.n} ${known?.owner}, the row has ${n} ${owner}`)
    const got = new Set(numbersOf(reader.rows.get(id) ?? []))
    const missing = Array.from({ length: n }, (_, at) => at + 1).filter((each) => !got.has(each))
    if (hasStayed && missing.length > 0)
      found.push(`${id} lacks ${missing.length} of ${n} values, such as ${missing[0]}`)
  }
  return found
}

async function openOrder(dataDir: string, project: LiveProject, address: string): Promise<Order> {
  const readers = project.users.map(
    (user) => new LiveReader({ project, user, address: () => address }),
  )
  for (const reader of readers) reader.start()
  const areSubscribed = () => readers.every(({ isSubscribed }) => isSubscribed)
  if (!(await eventually(areSubscribed, { limitMs: 30_000 }))) throw new Error('not subscribed')
  const ids = await addRows({ project, address })
  const haveAll = () => readers.every(({ rows }) => ids.every((id) => rows.has(id)))
  if (!(await eventually(haveAll, { limitMs: 30_000 }))) throw new Error('rows do not arrive')
  const made = { direct: 0, undone: 0, api: 0 }
  return { dataDir, project, address, readers, ids, left: 0, made }
}

async function writeAtOnce(order: Order, transactions: number): Promise<string[]> {
  order.left = transactions
  // Two of the four stay, so that they get every value.
  const cutting = setInterval(() => order.readers[2 + random(2)]?.disconnect(), DISCONNECT_MS)
  const direct = Array.from({ length: DIRECT[order.project.database] }, () => writeDirectly(order))
  const ofApi = Array.from({ length: OF_API }, () => writeByApi(order))
  await Promise.all([...direct, ...ofApi])
  clearInterval(cutting)
  const stored = await readRows(order)
  const all = () =>
    order.readers.flatMap((reader, at) =>
      findWrong(reader, stored).map((words) => `${order.project.database}, reader ${at}: ${words}`),
    )
  await eventually(() => all().length === 0, { limitMs: ARRIVES_MS, everyMs: 100 })
  return all()
}

/** Positions as a design without a sequencer would give them: by the order of the writes, not of the commits. */
async function placeAtWrite({ dataDir, project }: Order): Promise<void> {
  const client = await openPostgres(dataDir, (await placeOf(dataDir, project)).database)
  await client.query(`
    create sequence _plinth.eager start 1000;
    create function _plinth.place_at_write() returns trigger language plpgsql as $$ begin
      new.position := nextval('_plinth.eager');
      return new;
    end $$;
    create trigger place_at_write before insert on _plinth.row_event
      for each row execute function _plinth.place_at_write();`)
  await client.end()
}

async function run(
  transactions: number,
  { engines, isEager }: { engines: readonly (typeof ENGINES)[number][]; isEager: boolean },
): Promise<SuiteResult> {
  const dataDir = makeDataDir()
  const stack = await startStack({ dataDir })
  const caller = { address: stack.address, token: await signIn(stack.address) }
  const violations: string[] = []
  const figures: string[] = []
  try {
    for (const engine of engines) {
      const project = await makeLiveProject(caller, engine)
      const order = await openOrder(dataDir, project, stack.address)
      if (isEager) await placeAtWrite(order)
      violations.push(...(await writeAtOnce(order, transactions)))
      const { direct, undone, api } = order.made
      const connects = order.readers.reduce((sum, reader) => sum + reader.connects, 0)
      const stayed = order.readers.filter(({ connects }) => connects === 1).length
      if (stayed === 0) violations.push(`${engine}: no reader stayed, so no order was compared`)
      figures.push(
        `${engine}: ${direct} past the product, ${undone} rolled back, ${api} by the API, ${stayed} readers stayed, ${connects} connections`,
      )
      await Promise.all(order.readers.map((reader) => reader.stop()))
    }
  } finally {
    await stack.stop()
    removeDataDir(dataDir)
  }
  return { violations, figures: `transactions over ${ROWS} rows, ${figures.join('; ')}` }
}

/** Interleaved transactions over few rows, most of them past the product: the order of the commits is that of the rows. */
export const liveOrder: Suite = {
  name: 'live-order',
  run: ({ full }) => run(full ? 10_000 : 400, { engines: ENGINES, isEager: false }),
  prove: () => run(400, { engines: ['postgres'], isEager: true }),
}
