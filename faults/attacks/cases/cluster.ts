import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { embeddedDatabaseUrl } from '../../stack/stack.ts'
import type { AttackArea, AttackCase } from '../setup/attack-case.ts'
import type { AttackSetup } from '../setup/attack-setup.ts'

const GUARD = 'the product logs in without superuser rights'

/** Runs a statement on the connection that user SQL would have if both the parser and the reader role failed. */
async function asProduct(setup: AttackSetup, statement: string): Promise<string> {
  const client = new pg.Client({ connectionString: embeddedDatabaseUrl(setup.dataDir) })
  await client.connect()
  try {
    const { rows } = await client.query(statement)
    return JSON.stringify(rows)
  } catch (error) {
    return String(error)
  } finally {
    await client.end()
  }
}

const fileOf = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

const cases: AttackCase[] = [
  {
    name: "finding 1: SQL with the product's role reads a file of the server",
    guard: GUARD,
    async attempt(setup) {
      const detail = await asProduct(setup, `select pg_read_file('/etc/passwd') as stolen`)
      return { succeeded: detail.includes('root:'), detail: detail.slice(0, 120) }
    },
  },
  {
    name: "finding 1: SQL with the product's role runs a program",
    guard: GUARD,
    async attempt(setup) {
      const proof = join(setup.outDir, 'program')
      const detail = await asProduct(setup, `copy (select 1) to program 'id > ${proof}'`)
      return { succeeded: fileOf(proof).includes('uid='), detail: detail.slice(0, 120) }
    },
  },
  {
    name: "finding 1: SQL with the product's role writes a file",
    guard: GUARD,
    async attempt(setup) {
      const proof = join(setup.outDir, 'written')
      const detail = await asProduct(setup, `copy (select 'canary') to '${proof}'`)
      return { succeeded: fileOf(proof).includes('canary'), detail: detail.slice(0, 120) }
    },
  },
  {
    name: "finding 1: SQL with the product's role reads the durable runtime's signing key",
    guard: GUARD,
    async attempt(setup) {
      const key = '../../restate/request-signing-key.pem'
      const detail = await asProduct(setup, `select pg_read_file('${key}') as stolen`)
      return { succeeded: detail.includes('PRIVATE KEY'), detail: detail.slice(0, 60) }
    },
  },
]

/** What SQL could do with the rights of the product's own role. */
export const cluster: AttackArea = {
  name: 'cluster',
  guards: [
    {
      name: GUARD,
      replaces: { 'foundation/embedded/postgres/cluster-names.ts': 'cluster-names.ts' },
    },
  ],
  cases,
}
