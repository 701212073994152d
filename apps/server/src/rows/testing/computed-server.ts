import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  Configuration,
  createProject,
  saveConfiguration,
  signIn,
  syncDatabase,
} from '@plinth/contract'
import pg from 'pg'
import { pino } from 'pino'
import { type RunningServer, startServer } from '../../app/startup/start-server.ts'
import { startCluster } from '../../app/testing/own-cluster.ts'
import { clientOf } from '../../app/testing/people.ts'
import { readEnv } from '../../foundation/settings/env.ts'

const text = (id: string, name: string, options = {}) => ({ id, name, type: 'text', options })
const all = (rule: string) => ({ list: rule, view: rule, create: rule, update: rule, delete: rule })
/** Allows only rows of a user whom a Computed table contains. */
const OF_ADULT = all('@table.known.id = by')
const TABLES = [
  {
    id: 'people',
    name: 'person',
    rules: all('true'),
    columns: [
      text('p_name', 'name'),
      { id: 'p_age', name: 'age', type: 'number', options: {} },
      text('p_pin', 'pin', { isHashed: true }),
    ],
  },
  {
    id: 'adults',
    name: 'adult',
    type: 'Computed',
    rules: all('true'),
    query: 'select "id", "name", "age" from "person" where "age" > 17',
  },
  {
    id: 'known',
    name: 'known',
    type: 'Computed',
    rules: all('true'),
    query:
      'select "name" as "id", count(*) as "number" from "person" where "age" > 17 group by "name"',
  },
  {
    id: 'posts',
    name: 'post',
    rules: OF_ADULT,
    columns: [
      text('o_by', 'by'),
      text('o_title', 'title'),
      text('o_pin', 'pin', { isHashed: true }),
      {
        id: 'o_notes',
        name: 'notes',
        type: 'relation',
        options: {
          tableId: 'notes',
          columnId: 'n_post',
          backColumnName: 'post',
          hasMultiple: true,
          isParent: true,
        },
      },
    ],
  },
  {
    id: 'notes',
    name: 'note',
    rules: OF_ADULT,
    columns: [
      text('n_by', 'by'),
      {
        id: 'n_post',
        name: 'post',
        type: 'relation',
        options: {
          tableId: 'posts',
          columnId: 'o_notes',
          backColumnName: 'notes',
          hasMultipleBack: true,
        },
      },
    ],
  },
]

export type Row = Record<string, unknown> & { id: string }

export interface Sending {
  token?: string
  query?: Record<string, string>
  body?: unknown
  headers?: Record<string, string>
}

const ADMIN = { email: 'admin@example.com', password: 'correct horse battery' }

/** A server on a PostgreSQL where its role is not a superuser, with a project that has Computed tables. */
export async function openComputedServer(version: 15 | 18) {
  const cluster = await startCluster(version)
  const folder = await mkdtemp(join(tmpdir(), 'plinth-readers-'))
  await chmod(folder, 0o755)
  const held: { server?: RunningServer } = {}
  const close = async () => {
    await held.server?.stop()
    await cluster.remove()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const env = readEnv([], {
      PORT: '0',
      PLINTH_DATA_DIR: folder,
      PLINTH_DEFAULT_ENGINE: 'postgres',
      DATABASE_URL: cluster.url,
      PLINTH_ADMIN_EMAIL: ADMIN.email,
      PLINTH_ADMIN_PASSWORD: ADMIN.password,
    })
    held.server = await startServer(env, { log: pino({ level: 'silent' }), checkAnswers: true })
    return { ...(await fillServer(held.server.address, cluster.url)), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function fillServer(address: string, databaseUrl: string) {
  const { token } = await clientOf(null, address).call(signIn, { body: ADMIN })
  const client = clientOf(token, address)
  const named = { cloned: false, name: 'Readers' } as const
  const { projectId } = await client.call(createProject, { body: named })
  const newConfiguration = Configuration.parse({ database: 'postgres', tables: TABLES })
  await client.call(saveConfiguration, { params: { projectId }, body: { newConfiguration } })
  await client.call(syncDatabase, { params: { projectId }, body: {} })

  async function send(method: string, path: string, sending: Sending) {
    const query = new URLSearchParams({ $projectId: projectId, ...sending.query })
    const answer = await fetch(`${address}/api/data/${path}?${query}`, {
      method,
      headers: {
        ...(sending.token && { authorization: `Bearer ${sending.token}` }),
        ...(sending.body !== undefined && { 'content-type': 'application/json' }),
        ...sending.headers,
      },
      ...(sending.body !== undefined && { body: JSON.stringify(sending.body) }),
    })
    return { status: answer.status, body: JSON.parse(await answer.text()) }
  }

  /** Connects as the server's own role, in the schema of the project. */
  async function withSchema<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const platform = new pg.Client({ connectionString: databaseUrl })
    await platform.connect()
    const placed = await platform.query(
      `select database, schema from placement join environment on environment.id = environment_id
       where project_id = $1 and environment.name = 'dev'`,
      [projectId],
    )
    await platform.end()
    const place = new URL(databaseUrl)
    place.pathname = `/${placed.rows[0].database}`
    const own = new pg.Client({ connectionString: place.href })
    await own.connect()
    await own.query(`set search_path to "${placed.rows[0].schema}"`)
    return work(own).finally(() => own.end())
  }

  return { address, client, token, projectId, send, withSchema }
}
