import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { getReadiness } from '@plinth/contract'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startServer } from '../../app/startup/start-server.ts'
import { type PlainCluster, startPlainCluster } from '../embedded/testing/plain-cluster.ts'
import { query } from '../embedded/testing/query.ts'
import { temporaryDataDir } from '../embedded/testing/temporary-data-dir.ts'
import { readEnv } from '../settings/env.ts'
import { checkDatabaseServers } from './check-database-servers.ts'
import { refuseOldVersion } from './database-rights.ts'

test.each([
  [90_624, false],
  [140_011, false],
  [149_999, false],
  [150_000, true],
  [150_018, true],
  [160_003, true],
  [180_004, true],
])('server version %i: accepted is %s', (versionNumber, isAccepted) => {
  const error = refuseOldVersion('DATABASE_URL', versionNumber)
  if (isAccepted) return expect(error).toBeUndefined()
  expect(error).toMatch(
    /^DATABASE_URL points at PostgreSQL (9|14), .*upgrade that server to PostgreSQL 15 or newer/,
  )
})

interface Line {
  level: number
  msg: string
  setting?: string
  remedy?: string[]
  missing?: string[]
}

const logTo = (lines: Line[]) =>
  pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line)) })

/** Every line that a check logs, for one server. */
async function linesOf(url: string, holdsRows = true): Promise<Line[]> {
  const lines: Line[] = []
  const server = { setting: 'DATABASE_URL', region: 'default', url, holdsRows }
  await checkDatabaseServers([server], logTo(lines))
  return lines
}

const debian = '/usr/lib/postgresql/15/bin'
const servers: [name: string, bin: string | undefined][] = [
  ['the embedded PostgreSQL', undefined],
  ...(existsSync(debian) ? ([['PostgreSQL 15', debian]] as [string, string][]) : []),
]

describe.each(servers)('on %s', (_, bin) => {
  let cluster: PlainCluster
  let temporary: Awaited<ReturnType<typeof temporaryDataDir>>

  beforeAll(async () => {
    temporary = await temporaryDataDir()
    cluster = await startPlainCluster(join(temporary.dataDir, 'plain', 'cluster'), bin)
    for (const role of [
      'fitting login createdb createrole',
      'bare login',
      'copier login createdb createrole replication bypassrls',
      'reader login createdb createrole in role pg_read_server_files, pg_execute_server_program',
    ]) {
      await query(cluster.url(), `create role ${role}`)
    }
  }, 60_000)
  afterAll(async () => {
    await cluster.stop()
    await temporary.remove()
  })

  test('logs nothing about a role with CREATEDB and CREATEROLE alone', async () => {
    expect(await linesOf(cluster.url('postgres', 'fitting'))).toEqual([])
  })

  test.each([
    ['plinth', ['alter role "plinth" nosuperuser noreplication nobypassrls']],
    ['copier', ['alter role "copier" noreplication nobypassrls']],
    [
      'reader',
      [
        'revoke pg_execute_server_program from "reader"',
        'revoke pg_read_server_files from "reader"',
      ],
    ],
  ])(
    'warns once about %s and names the statements that revoke the rights',
    async (role, remedy) => {
      const warned = await linesOf(cluster.url('postgres', role))
      expect(warned).toMatchObject([
        { level: 40, msg: 'postgres: role has rights that it must not have', remedy },
      ])
      if (role === 'plinth') return
      for (const statement of remedy) await query(cluster.url(), statement)
      expect(await linesOf(cluster.url('postgres', role))).toEqual([])
    },
  )

  test('names missing rights and the features that need them on a server for rows', async () => {
    const url = cluster.url('postgres', 'bare')
    const [line] = await linesOf(url)
    expect(line?.msg).toBe('postgres: role lacks rights')
    expect(line?.missing).toEqual([
      expect.stringMatching(/^CREATEDB: .*cannot be created/),
      expect.stringMatching(/^CREATEROLE: .*answer 503/),
    ])
    expect(await linesOf(url, false)).toEqual([])
  })

  test('starts the product, which checks every server that the settings name', async () => {
    await query(cluster.url(), 'create database platform owner fitting')
    const lines: Line[] = []
    const env = readEnv([], {
      PORT: '0',
      PLINTH_DATA_DIR: join(temporary.dataDir, 'product'),
      DATABASE_URL: cluster.url('platform', 'fitting'),
      PLINTH_DATA_DATABASES: `default=${cluster.url('postgres', 'bare')}`,
    })
    const running = await startServer(env, { log: logTo(lines) })
    try {
      const ready = await fetch(`${running.address}/health/ready`)
      expect(ready.status).toBe(200)
      const { status, parts } = getReadiness.answer.parse(await ready.json())
      expect(status).toBe('degraded')
      expect(parts).toContainEqual({
        name: 'data databases',
        ready: false,
        required: false,
        // Which rights is for admins only.
        reason: 'lacks rights',
      })
      expect(lines.filter(({ msg }) => msg.startsWith('postgres: role'))).toMatchObject([
        { setting: 'PLINTH_DATA_DATABASES (default)', msg: 'postgres: role lacks rights' },
      ])
    } finally {
      await running.stop()
    }
  })
})

test('starts without an unreachable data database and logs that it was not checked', async () => {
  const lines = await linesOf('postgres://nobody@127.0.0.1:1/none')
  expect(lines).toMatchObject([{ level: 40, setting: 'DATABASE_URL' }])
  expect(lines[0]?.msg).toBe('postgres: server not reachable, version and rights unknown')
})
