import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createCredential } from '@plinth/contract'
import { expect, test } from 'vitest'
import { type RunningServer, startServer } from '../../app/startup/start-server.ts'
import { eventually } from '../../app/testing/eventually.ts'
import { clientOf, newProject, type Person, theAdmin } from '../../app/testing/people.ts'
import { programEnv } from '../../app/testing/settings/program-env.ts'
import { testServer } from '../../app/testing/test-server.ts'
import { useOwnServer } from '../../app/testing/use-own-server.ts'
import { openDatabase } from '../platform/database.ts'
import { readEnv } from '../settings/env.ts'
import { countByKey } from './reseal.ts'

const FIRST = 'the first key of an installation on two hosts'
const SECOND = 'the second key of an installation on two hosts'

// It has the databases and executes tasks. It knows both keys all the time, and nothing here asks it to seal.
useOwnServer({ PLINTH_SECRET_KEY: FIRST, PLINTH_OLD_SECRET_KEYS: SECOND })

const program = join(import.meta.dirname, '../../app/plinth-server.ts')

function settingsOf(keys: Keys): Record<string, string> {
  const { databaseUrl, ingressUrl, adminUrl, dataDir } = testServer()
  return {
    PLINTH_DATA_DIR: join(dataDir, randomUUID()),
    DATABASE_URL: databaseUrl,
    RESTATE_INGRESS_URL: ingressUrl,
    RESTATE_ADMIN_URL: adminUrl,
    PLINTH_LOG_LEVEL: 'silent',
    PLINTH_SECRET_KEY: keys.current,
    ...(keys.older ? { PLINTH_OLD_SECRET_KEYS: keys.older } : {}),
  }
}

interface Keys {
  current: string
  older?: string
}

const startHost = (keys: Keys) =>
  startServer(readEnv([], { PORT: '0', PLINTH_ROLES: 'api,data', ...settingsOf(keys) }))

async function runKeys(act: string, keys: Keys): Promise<{ code: number; said: string }> {
  const env = programEnv(settingsOf(keys))
  return promisify(execFile)(process.execPath, [program, 'keys', act], { env }).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    ({ code, stdout }) => ({ code, said: stdout }),
  )
}

/** Two hosts behind a balancer, which sends requests to the new process of a host before the old one stops. */
class Hosts {
  readonly servers: RunningServer[] = []
  readonly failures: unknown[] = []
  created = 0
  #fingerprint = ''
  #isOpen = true

  async restart(at: number, keys: Keys): Promise<void> {
    const old = this.servers[at]
    this.servers[at] = await startHost(keys)
    await old?.stop()
  }

  /** Both hosts, one after the other, with a request to each in between. */
  async restartAll(keys: Keys): Promise<void> {
    for (const at of [0, 1]) {
      await this.restart(at, keys)
      const before = this.created
      await eventually(async () => this.created >= before + 4 || this.failures.length > 0, 120_000)
    }
  }

  /** Creates credentials in turn on both hosts; each reads the project's sealed fingerprint key and seals its own. */
  async keepCreating(admin: Person, projectId: string): Promise<void> {
    for (let turn = 0; this.#isOpen; turn += 1) {
      const { address = '' } = this.servers[turn % 2] ?? {}
      try {
        const { credential } = await clientOf(admin.token, address).call(createCredential, {
          params: { projectId },
          body: { name: randomUUID(), type: 'api-credential', data: { apiKey: 'k1' } as never },
        })
        this.#fingerprint ||= String(credential.data.apiKey)
        expect(credential.data.apiKey).toBe(this.#fingerprint)
        this.created += 1
      } catch (error) {
        this.failures.push(error)
      }
    }
  }

  end(): void {
    this.#isOpen = false
  }

  async stop(): Promise<void> {
    for (const server of this.servers) await server.stop()
  }
}

test('two hosts change the key one after the other, and no request fails (R19)', async () => {
  const admin = await theAdmin()
  const projectId = await newProject(admin)
  const hosts = new Hosts()
  await hosts.restart(0, { current: FIRST })
  await hosts.restart(1, { current: FIRST })
  const creating = hosts.keepCreating(admin, projectId)
  try {
    await hosts.restartAll({ current: FIRST, older: SECOND })
    await hosts.restartAll({ current: SECOND, older: FIRST })
    const both = { current: SECOND, older: FIRST }
    expect((await runKeys('status', both)).said).toMatch(/older {4}seals [1-9]\d* values/)
    const early = await runKeys('forget', both)
    expect(early).toMatchObject({ code: 1, said: expect.stringContaining('keys rotate first') })
    expect((await runKeys('rotate', both)).code).toBe(0)
    expect((await runKeys('status', both)).said).toMatch(/older {4}seals 0 values/)
    await hosts.restartAll({ current: SECOND })
  } finally {
    hosts.end()
    await creating
    await hosts.stop()
  }
  expect(hosts.failures).toEqual([])
  const db = openDatabase({
    url: testServer().databaseUrl,
    maxConnections: 1,
    onError: () => undefined,
  })
  const { uses, unreadable } = await countByKey(db, [SECOND, FIRST])
  await db.close()
  expect(unreadable).toBe(0)
  expect(uses[0]?.values).toBeGreaterThanOrEqual(hosts.created)
  expect(uses[1]?.values).toBe(0)
}, 600_000)
