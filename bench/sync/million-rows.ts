import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Column } from '@plinth/contract'
import pg from 'pg'
import type { Placement } from '../../apps/server/src/databases/engine/database-engine.ts'
import {
  configure,
  field,
  relate,
  table,
} from '../../apps/server/src/databases/testing/configurations.ts'
import {
  type EngineHarness,
  openPostgresHarness,
} from '../../apps/server/src/databases/testing/engine-harness.ts'
import { planFor, sync } from '../../apps/server/src/databases/testing/sync.ts'
import {
  embeddedDatabaseUrl,
  makeDataDir,
  removeDataDir,
  startStack,
} from '../../faults/stack/stack.ts'
import type { Measured, Measurement } from '../measure/measurement.ts'
import { type Felt, Traffic } from './traffic.ts'

const ROWS = Number(process.env.BENCH_ROWS ?? 1_000_000)
const PEOPLE = 50
const EVERY_MS = 100
const CONTROL_MS = 5_000
const AIM_MS = 250

const [author, posts] = relate(['posts', 'authors'], { name: 'author', backMany: true })
const code = (isUnique: boolean) => field('code', 'text', { isUnique })
const stars = field('stars', 'number', { isRequired: true, default: 3 })

const STAGES: readonly { name: string; columns: Column[]; back: Column[] }[] = [
  {
    name: 'a required field with a default',
    columns: [field('count'), code(false), stars],
    back: [],
  },
  { name: 'a unique index', columns: [field('count'), code(true), stars], back: [] },
  { name: 'a relation', columns: [field('count'), code(true), stars, author], back: [posts] },
  {
    name: 'a change of type',
    columns: [field('count', 'number'), code(true), stars, author],
    back: [posts],
  },
]

const wantedOf = (columns: Column[], back: Column[]) =>
  configure(
    'postgres',
    table('posts', [field('title'), ...columns]),
    table('authors', [field('name'), ...back]),
  )

const idOf = (number: number) => `01920000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`

async function fill(harness: EngineHarness): Promise<Placement> {
  const placement = await harness.newPlacement()
  await sync(harness, { placement, wanted: wantedOf([field('count'), code(false)], []) })
  await harness.query(
    placement,
    `insert into posts (id, "createdOn", "updatedOn", title, count, code)
     select ('01920000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, now(), now(), 'title ' || n,
       (n % 1000)::text, 'code' || n from generate_series(1, ${ROWS}) n`,
  )
  await harness.query(placement, 'analyze posts')
  return placement
}

const NOT_NULL = '23502'

/** Reads, updates and inserts; an insert that lacks a newly required field adds it and retries. */
async function openPeople(
  url: string,
  placement: Placement,
): Promise<{
  ask: (person: number) => Promise<void>
  close: () => Promise<void>
}> {
  const address = new URL(url)
  address.pathname = `/${placement.database}`
  const clients = await Promise.all(
    Array.from({ length: PEOPLE }, async () => {
      const client = new pg.Client({ connectionString: address.href })
      await client.connect()
      return client
    }),
  )
  const inside = `"${placement.schema}".posts`
  const insert = async (client: pg.Client) => {
    const values = [randomUUID(), `new ${randomUUID()}`]
    const head = `insert into ${inside} (id, "createdOn", "updatedOn", title, code`
    try {
      await client.query(`${head}) values ($1, now(), now(), 'new', $2)`, values)
    } catch (error) {
      if ((error as { code?: string }).code !== NOT_NULL) throw error
      await client.query(`${head}, stars) values ($1, now(), now(), 'new', $2, 3)`, values)
    }
  }
  return {
    async ask(person) {
      const client = clients[person] as pg.Client
      const dice = Math.random()
      const id = idOf(1 + Math.floor(Math.random() * ROWS))
      if (dice < 0.8)
        await client.query(`select id, title, count from ${inside} where id = $1`, [id])
      else if (dice < 0.9) {
        await client.query(`update ${inside} set title = $2 where id = $1`, [id, `t ${dice}`])
      } else await insert(client)
    },
    close: async () => void (await Promise.all(clients.map((client) => client.end()))),
  }
}

interface Stage {
  name: string
  ms: number
  felt: Felt
  stallMs: number
}

async function runStages(harness: EngineHarness, url: string) {
  const placement = await fill(harness)
  const people = await openPeople(url, placement)
  const traffic = new Traffic({ people: PEOPLE, everyMs: EVERY_MS, ask: people.ask })
  const stages: Stage[] = []
  for (const { name, columns, back } of STAGES) {
    const control = await traffic.during(() => sleep(CONTROL_MS))
    const { felt, ms, value } = await traffic.during(async () => {
      const plan = await planFor(harness, { placement, wanted: wantedOf(columns, back) })
      return harness.engine.applyPlan(placement, { plan, migrationId: randomUUID(), by: 'bench' })
    })
    if (value.kind !== 'applied') throw new Error(`${name}: ${JSON.stringify(value)}`)
    const stallMs = felt.longestMs - control.felt.longestMs
    stages.push({ name, ms, felt, stallMs })
    console.log(
      `  ${name}: ${ms} ms, longest wait ${felt.longestMs} ms, control ${control.felt.longestMs} ms`,
    )
  }
  await traffic.stop()
  await people.close()
  return { stages, failures: traffic.failures }
}

/** Changes to a table of a million rows while fifty clients read and write it. */
async function measure(): Promise<Measured> {
  const dataDir = makeDataDir()
  const stack = await startStack({ dataDir })
  try {
    const url = embeddedDatabaseUrl(dataDir)
    const harness = await openPostgresHarness(url)
    const { stages, failures } = await runStages(harness, url)
    await harness.close()
    const worst = Math.max(...stages.map(({ stallMs }) => stallMs))
    const each = stages.map(({ name, stallMs }) => `${name} ${stallMs} ms`).join(', ')
    return {
      figures: `${ROWS} rows, ${PEOPLE} people, ${failures.length} failed; longest stall over control: ${each}`,
      violations: [
        ...[...new Set(failures)].slice(0, 5).map((failure) => `a statement failed: ${failure}`),
        ...(worst > AIM_MS ? [`the longest stall was ${worst} ms; the aim is ${AIM_MS}`] : []),
      ],
      result: { rows: ROWS, people: PEOPLE, aimMs: AIM_MS, stages, failures: failures.length },
    }
  } finally {
    await stack.stop()
    removeDataDir(dataDir)
  }
}

export const millionRows: Measurement = { name: 'million-rows', run: measure }
