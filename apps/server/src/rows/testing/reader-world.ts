import { randomBytes, randomUUID } from 'node:crypto'
import type { Table } from '@plinth/contract'
import { planMigration } from '@plinth/schema'
import pg from 'pg'
import type {
  ApplyResult,
  DatabaseEngine,
  Placement,
} from '../../databases/engine/database-engine.ts'
import { openPostgresEngine } from '../../databases/postgres/postgres-engine.ts'
import { configure } from '../../databases/testing/configurations.ts'
import { openVault } from '../../foundation/secrets/vault.ts'
import { openPostgresRunner } from '../runners/postgres/postgres-runner.ts'
import type { Row, RowRunner, RowTarget } from '../runners/row-runner.ts'

/** Environments on a separate PostgreSQL, with the server's database engine and runner. */
export interface ReaderWorld {
  engine: DatabaseEngine
  runner: RowRunner
  newPlacement(): Promise<Placement>
  sync(placement: Placement, ...tables: Table[]): Promise<ApplyResult>
  placeOf(placement: Placement): Promise<RowTarget>
  /** Stands for another server process with the same secret key. */
  newRunner(): RowRunner
  /** Connects to the database of the placements. */
  connect(user?: { name: string; password: string }): Promise<pg.Client>
  /** Runs SQL with the login of a connection URL, in the schema of a placement. */
  query(url: string, placement: Placement, text: string): Promise<Row[]>
  close(): Promise<void>
}

export async function openReaderWorld(url: string): Promise<ReaderWorld> {
  const database = `readers_${randomBytes(6).toString('hex')}`
  const vault = openVault(randomBytes(32).toString('base64'))
  const options = {
    urlOf: () => url,
    vault,
    egress: { allowed: new Set<string>(), unverified: new Set<string>() },
  }
  const engine = openPostgresEngine(options)
  const runners: RowRunner[] = []
  const newRunner = () => {
    const runner = openPostgresRunner({ ...options, onError: () => undefined })
    runners.push(runner)
    return runner
  }
  const connectTo = async (at: string) => {
    const address = new URL(at)
    address.pathname = `/${database}`
    const client = new pg.Client({ connectionString: address.href })
    client.on('error', () => undefined)
    await client.connect()
    return client
  }
  const runner = newRunner()
  return {
    engine,
    runner,
    newRunner,
    async newPlacement() {
      const placement: Placement = {
        environmentId: `env_${randomUUID()}`,
        engine: 'postgres',
        server: 'default',
        database,
        schema: `e_${randomBytes(10).toString('hex')}`,
        connection: null,
      }
      await engine.provision(placement)
      return placement
    },
    async sync(placement, ...tables) {
      const live = await engine.readCatalogue(placement)
      const plan = planMigration({ live, wanted: configure('postgres', ...tables) })
      return engine.applyPlan(placement, { plan, migrationId: `mig_${randomUUID()}`, by: 'test' })
    },
    async placeOf(placement) {
      const { release } = await runner.readRecord(placement)
      return { placement, release }
    },
    connect(user) {
      const address = new URL(url)
      if (user) Object.assign(address, { username: user.name, password: user.password })
      return connectTo(address.href)
    },
    async query(at, placement, text) {
      const client = await connectTo(at)
      await client.query(`set search_path to "${placement.schema}"`)
      return (await client.query(text).finally(() => client.end())).rows
    },
    async close() {
      for (const each of runners) await each.close()
    },
  }
}
