import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { chooseServerUser } from '../process/choose-server-user.ts'
import type { Embedded } from '../process/embedded.ts'
import { findProcesses } from '../process/find-processes.ts'
import { poll } from '../process/poll.ts'
import { preparePostgresFiles } from '../process/prepare-postgres-files.ts'
import { startEmbedded } from '../start-embedded.ts'
import { holdEmbedded } from '../testing/held-embedded.ts'
import { makeOldCluster, OLD_DATA_DATABASE } from '../testing/make-old-cluster.ts'
import { query } from '../testing/query.ts'
import { temporaryDataDir } from '../testing/temporary-data-dir.ts'
import { openToProduct } from './cluster-statements.ts'
import { runSingleUser } from './run-single-user.ts'
import { upgradeDatabase, upgradeRoles } from './upgrade-statements.ts'

const quiet = () => undefined
const log = { info: quiet, warn: quiet, error: quiet }
type Place = Awaited<ReturnType<typeof temporaryDataDir>>
const start = ({ dataDir }: Place) =>
  startEmbedded({ dataDir, postgres: true, restate: false, log })

function urlOf(embedded: Embedded, to: { database?: string; role?: string; password?: string }) {
  const url = new URL(embedded.postgresUrl ?? '')
  if (to.database) url.pathname = `/${to.database}`
  if (to.role) url.username = to.role
  if (to.password) url.password = to.password
  return url.href
}

/** Everything in a database that the superuser still owns. */
const leftWithSuperuser = `
  select relname as name from pg_class where oid >= 16384 and relowner = 'plinth'::regrole
  union all select nspname from pg_namespace where oid >= 16384 and nspowner = 'plinth'::regrole
  union all select typname from pg_type where oid >= 16384 and typowner = 'plinth'::regrole
  union all select proname from pg_proc where oid >= 16384 and proowner = 'plinth'::regrole
  union all select datname from pg_database
    where datdba = 'plinth'::regrole and datname not in ('postgres', 'template0', 'template1')`

describe('a cluster in which the product was the superuser', () => {
  let place: Place
  let embedded: Embedded
  let oldPassword: string
  const platform = (sql: string) => query(urlOf(embedded, {}), sql)
  const data = (sql: string) => query(urlOf(embedded, { database: OLD_DATA_DATABASE }), sql)

  beforeAll(async () => {
    place = await temporaryDataDir()
    await makeOldCluster(place.dataDir)
    oldPassword = await readFile(join(place.dataDir, 'postgres/password'), 'utf8')
    embedded = await start(place)
  }, 60_000)
  afterAll(async () => {
    await embedded.stop()
    await place.remove()
  })

  test("belongs to the product's role with all its objects", async () => {
    expect(await platform(leftWithSuperuser)).toEqual([])
    expect(await data(leftWithSuperuser)).toEqual([])
  })

  test('works as before: rows, sequences, triggers, views, new columns', async () => {
    await platform(`insert into staff (email) values ('grace@example.com')`)
    expect(await platform('select id::int, email from staff order by id')).toEqual([
      { id: 1, email: 'ada@example.com' },
      { id: 2, email: 'grace@example.com' },
    ])
    await data(`insert into e_one.note (title, mood) values ('second', 'bad')`)
    await data('alter table e_one.note add column extra e_one.short')
    await data(`alter type e_one.mood add value 'fair'`)
    expect(await data('select title from e_one.titles order by id')).toEqual([
      { title: 'first' },
      { title: 'second!' },
    ])
    await data('drop schema e_two cascade')
  })

  test('its superuser has no password and cannot log in', async () => {
    const role = await platform(
      `select rolcanlogin, rolsuper from pg_roles where rolname = 'plinth'`,
    )
    expect(role).toEqual([{ rolcanlogin: false, rolsuper: true }])
    const url = urlOf(embedded, { role: 'plinth', password: oldPassword })
    await expect(query(url, 'select 1')).rejects.toThrow('rejects connection')
    await expect(stat(join(place.dataDir, 'postgres/password'))).rejects.toThrow('ENOENT')
  })

  test("readers' passwords are gone, and the product can give them new ones and drop them", async () => {
    const stale = urlOf(embedded, {
      database: OLD_DATA_DATABASE,
      role: 'e_one_reader',
      password: 'known to an attacker',
    })
    await expect(query(stale, 'select 1')).rejects.toThrow('password authentication failed')
    expect(await data('select key from e_one._plinth_meta')).toEqual([{ key: 'environment' }])
    await platform(`alter role e_one_reader login password 'new'`)
    const reader = urlOf(embedded, {
      database: OLD_DATA_DATABASE,
      role: 'e_one_reader',
      password: 'new',
    })
    expect(await query(reader, 'select title from e_one.note where id = 1')).toHaveLength(1)
    await expect(query(reader, 'select mood from e_one.note')).rejects.toThrow('permission denied')
    const onPlatform = urlOf(embedded, { role: 'e_one_reader', password: 'new' })
    await expect(query(onPlatform, 'select 1')).rejects.toThrow('permission denied for database')
    await platform('drop role e_two_reader')
  })

  test('what an attack may have left is without rights', async () => {
    const powerful = await platform(`select rolname from pg_roles
      where (rolsuper or rolreplication or rolbypassrls) and rolname <> 'plinth'`)
    expect(powerful).toEqual([])
    const members = await platform(`select member::regrole::text, roleid::regrole::text
      from pg_auth_members where (roleid::regrole::text ~ '^pg_' or roleid = 'plinth'::regrole)
        and member::regrole::text !~ '^pg_'`)
    expect(members).toEqual([])
    expect(await data(`select proname from pg_proc where oid >= 16384 and prosecdef`)).toEqual([])
    expect(await data(`select to_regprocedure('native()') as found`)).toEqual([{ found: null }])
    expect(await data(`select extname from pg_extension`)).toEqual([{ extname: 'plpgsql' }])
    expect(await platform('show archive_command')).toEqual([{ archive_command: '(disabled)' }])
    expect(await platform('select * from pg_db_role_setting')).toEqual([])
    const open = await data(`select relname from pg_class, aclexplode(relacl)
      where pg_class.oid >= 16384 and grantee = 0`)
    expect(open).toEqual([])
  })

  test('is upgraded once: the next start has the same password', async () => {
    const before = embedded.postgresUrl
    await embedded.stop()
    embedded = await start(place)
    expect(embedded.postgresUrl).toBe(before)
    await expect(stat(join(place.dataDir, 'postgres/databases.json'))).rejects.toThrow('ENOENT')
  }, 20_000)
})

describe('an upgrade that is killed', () => {
  let place: Place
  beforeEach(async () => {
    place = await temporaryDataDir()
  })
  afterEach(() => place.remove())

  /** The process that works in single-user mode on this database, if one does now. */
  async function findSingle(database: string): Promise<number | undefined> {
    for (const { pid } of await findProcesses(place.dataDir, ['postgres'])) {
      const title = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
      const args = title.split('\0')
      if (args.includes('--single') && args.includes(database)) return pid
    }
    return undefined
  }

  /** Leaves the cluster as it is when the upgrade ends after these statements. */
  async function runPart(database: string, statements: readonly string[]): Promise<void> {
    const cluster = join(place.dataDir, 'postgres/cluster')
    const files = await preparePostgresFiles(place.dataDir)
    const logFile = join(place.dataDir, 'postgres.log')
    const user = await chooseServerUser()
    await runSingleUser({ cluster, files, logFile, user }, { database, statements })
  }

  /** Kills Node and PostgreSQL while tables change their owner. */
  async function killWithinDatabase(): Promise<void> {
    const held = holdEmbedded(place.dataDir)
    let pid: number | undefined
    const isFound = async () => {
      pid = await findSingle(OLD_DATA_DATABASE)
      return pid !== undefined
    }
    expect(await poll(isFound, { limitMs: 60_000, everyMs: 5 })).toBe(true)
    if (pid !== undefined) process.kill(pid, 'SIGKILL')
    await held.end('SIGKILL')
    await expect(stat(join(place.dataDir, 'postgres/plinth_app.password'))).rejects.toThrow()
  }

  test('within or between its steps is finished by the next start', async () => {
    await makeOldCluster(place.dataDir, { tables: 1_200 })
    await runPart('template1', upgradeRoles.slice(0, 3))
    await runPart('template1', upgradeRoles)
    await killWithinDatabase()
    await runPart('plinth', upgradeDatabase)
    await runPart('template1', openToProduct('never written to its file'))
    await killWithinDatabase()
    const embedded = await start(place)
    const url = urlOf(embedded, { database: OLD_DATA_DATABASE })
    expect(await query(url, leftWithSuperuser)).toEqual([])
    const counted = `select count(*)::int from pg_tables where schemaname = 'e_one'`
    expect(await query(url, counted)).toEqual([{ count: 1_202 }])
    await embedded.stop()
  }, 240_000)
})
