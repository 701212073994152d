import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../app/testing/eventually.ts'
import { type OwnPlatform, ownPlatform } from '../../app/testing/own-platform.ts'
import { programEnv } from '../../app/testing/settings/program-env.ts'
import { sql } from '../platform/sql.ts'
import { keyFileOf, writeKeys } from './key-ring.ts'
import { countByKey } from './reseal.ts'
import { openVault } from './vault.ts'

const program = join(import.meta.dirname, '../../app/plinth-server.ts')
/** More than a batch. */
const VALUES = 450
const nameOf = (at: number) => `con_${String(at).padStart(5, '0')}`
const BEFORE = nameOf(219)
const LOCKED = nameOf(220)
const FIRST = 'the key that sealed everything until now'

let own: OwnPlatform
let dataDir: string
beforeAll(async () => {
  own = await ownPlatform()
  dataDir = await mkdtemp(join(tmpdir(), 'plinth-keys-'))
  writeKeys(keyFileOf(dataDir), [FIRST])
}, 120_000)
afterAll(async () => {
  await own.close()
  await rm(dataDir, { recursive: true, force: true })
})

function start(act: string) {
  const env = programEnv({ DATABASE_URL: own.url, PLINTH_DATA_DIR: dataDir })
  return spawn(process.execPath, [program, 'keys', act], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

async function run(act: string): Promise<{ code: number | null; said: string }> {
  const child = start(act)
  let said = ''
  child.stdout.on('data', (part) => (said += part))
  const [code] = await once(child, 'close')
  return { code, said }
}

const readRing = async () => (await readFile(keyFileOf(dataDir), 'utf8')).split('\n')

async function sealConstants(): Promise<void> {
  const vault = openVault(FIRST)
  const { projectId, environmentId } = own
  const ids = Array.from({ length: VALUES }, (_, at) => nameOf(at))
  const sealed = ids.map((id) => vault.seal(id, ['constant', projectId, environmentId, id]))
  await own.db.query(sql`
    insert into constant (id, environment_id, key, sealed)
    select id, ${environmentId}, id, sealed from unnest(${ids}::text[], ${sealed}::bytea[]) as given (id, sealed)`)
}

/** Kills a rotation that waits for a value which another transaction has locked. */
async function killAt(id: string): Promise<void> {
  const binding = ['constant', own.projectId, own.environmentId, BEFORE]
  await own.db.transaction(async (transaction) => {
    await transaction.query(sql`select from constant where id = ${id} for update`)
    const rotation = start('rotate')
    await eventually(async () => {
      const [value] = await transaction.query<{ sealed: Buffer }>(
        sql`select sealed from constant where id = ${BEFORE}`,
      )
      return value && !openVault(FIRST).isCurrent(value.sealed, binding)
    }, 120_000)
    rotation.kill('SIGKILL')
    await once(rotation, 'close')
  })
  // PostgreSQL ends the killed program's session, which has the lock of rotations.
  await eventually(async () => {
    const held = await own.db.query(sql`
      select from pg_locks where locktype = 'advisory'
        and database = (select oid from pg_database where datname = current_database())`)
    return held.length === 0
  }, 120_000)
}

test('a rotation that was killed goes on with the key that it created, and status counts per key (R19)', async () => {
  await sealConstants()
  await killAt(LOCKED)
  const interrupted = await readRing()
  expect(interrupted).toHaveLength(2)
  const { uses, unreadable } = await countByKey(own.db, interrupted)
  expect(unreadable).toBe(0)
  expect(uses[0]?.values).toBeGreaterThan(0)
  expect(uses[1]?.values).toBeGreaterThan(0)
  const { said } = await run('status')
  for (const { name, values } of uses)
    expect(said).toMatch(new RegExp(`${name} .* seals ${values} values`))

  expect(await run('forget')).toMatchObject({
    code: 1,
    said: expect.stringContaining(`${uses[1]?.values} values are still sealed by an older key`),
  })
  expect(await readRing()).toEqual(interrupted)
  expect(await run('rotate')).toMatchObject({
    code: 0,
    said: expect.stringContaining('Continuing an interrupted rotation.'),
  })
  expect(await readRing()).toEqual(interrupted)
  expect((await run('forget')).code).toBe(0)
  const left = await readRing()
  expect(left).toEqual(interrupted.slice(0, 1))
  expect(await countByKey(own.db, left)).toMatchObject({
    uses: [{ values: VALUES }],
    unreadable: 0,
  })
}, 600_000)

test('keys refuses an unknown act', async () => {
  expect((await run('change')).code).toBe(2)
}, 120_000)
