import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client } from '@plinth/client'
import { createProject, saveConfiguration, signIn } from '@plinth/contract'
import pg from 'pg'
import { afterAll, beforeAll, inject } from 'vitest'
import { type RunningServer, startServer } from '../../../app/startup/start-server.ts'
import { forwardPostgres } from '../../../app/testing/forward-postgres.ts'
import { clientOf, withPlatform } from '../../../app/testing/people.ts'
import { readEnv } from '../../../foundation/settings/env.ts'

/** A separate server that may reach the test's database at a private address, for one test file. */
export function useCloneServer() {
  let server: RunningServer
  let client: Client
  let dataDir: string
  let forwarded: Awaited<ReturnType<typeof forwardPostgres>>
  const platform = newDatabaseName('clones')

  const urlOf = (database: string) => {
    const { username, password } = new URL(inject('server').databaseUrl)
    return `postgres://${username}:${password}@127.0.0.1:${forwarded.port}/${database}?sslmode=disable`
  }

  beforeAll(async () => {
    forwarded = await forwardPostgres(inject('server').databaseUrl)
    dataDir = await mkdtemp(join(tmpdir(), 'plinth-clone-'))
    await chmod(dataDir, 0o755)
    await withPlatform((on) => on.query(`create database ${platform}`))
    server = await startServer(
      readEnv([], {
        PORT: '0',
        PLINTH_DATA_DIR: dataDir,
        PLINTH_DEFAULT_ENGINE: 'postgres',
        DATABASE_URL: urlOf(platform),
        PLINTH_ADMIN_EMAIL: 'admin@example.com',
        PLINTH_ADMIN_PASSWORD: 'correct horse',
        PLINTH_EGRESS_ALLOW: `127.0.0.1:${forwarded.port}`,
        PLINTH_LOG_LEVEL: 'silent',
      }),
      { checkAnswers: true },
    )
    const body = { email: 'admin@example.com', password: 'correct horse' }
    const { token } = await clientOf(null, server.address).call(signIn, { body })
    client = clientOf(token, server.address)
  })

  afterAll(async () => {
    await server.stop()
    forwarded.close()
    await rm(dataDir, { recursive: true, force: true })
  })

  return {
    platform,
    urlOf,
    server: () => server,
    client: () => client,
    async on<T>(database: string, text: string, values: unknown[] = []): Promise<T[]> {
      const connection = new pg.Client({ connectionString: urlOf(database) })
      await connection.connect()
      const result = await connection.query(text, values).finally(() => connection.end())
      return result.rows as T[]
    },
    /** A project with one table, to be cloned. */
    async newSource(): Promise<string> {
      const { projectId } = await client.call(createProject, {
        body: { cloned: false, name: `Source ${randomUUID()}` },
      })
      const tables = [
        {
          id: 'tbl1',
          name: 'customers',
          columns: [{ id: 'col1', name: 'name', type: 'text' as const }],
        },
      ]
      await client.call(saveConfiguration, {
        params: { projectId },
        body: { newConfiguration: { database: 'postgres', tables } },
      })
      return projectId
    },
    clone: (source: string, connectionUrl: string) =>
      client.call(createProject, {
        body: { cloned: true, name: `Clone ${randomUUID()}`, projectId: source, connectionUrl },
      }),
  }
}

export function newDatabaseName(prefix: string): string {
  return `${prefix}_${randomUUID().replaceAll('-', '')}`
}
