import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CLUSTER_VERSIONS } from '../../../app/testing/own-cluster.ts'
import { readerRole, viewOwnerRole } from '../../../databases/engine/role-names.ts'
import { field } from '../../../databases/testing/configurations.ts'
import { openReaderWorld, type ReaderWorld } from '../../testing/reader-world.ts'
import { ANN, adults, inside, people, useReaders } from '../../testing/use-readers.ts'

describe.each(CLUSTER_VERSIONS)('reader connections, PostgreSQL %i', (version) => {
  const { cluster, world, asProduct, asSuperuser, startWithAnn, read, readView } =
    useReaders(version)

  test('cannot change their role or write', async () => {
    const placement = await startWithAnn(adults)
    await readView(placement, 'adults')
    for (const text of [
      'set role plinth_app',
      `set role "${viewOwnerRole(placement)}"`,
      `insert into ${inside(placement, 'people')} (id) values (gen_random_uuid())`,
      'create temp table t (a int)',
      `copy (select 1) to program 'true'`,
      `select pg_read_file('/etc/hostname')`,
    ])
      await expect(read(placement, text), text).rejects.toBeTruthy()
  })

  test('another process reads the password again once it has changed', async () => {
    const placement = await startWithAnn(adults)
    const [one, other] = [world().newRunner(), world().newRunner()]
    await readView(placement, 'adults', one)
    await one.close()
    await asProduct(placement, `delete from _plinth_meta where key = 'reader-2'`)
    await readView(placement, 'adults', other)
    await asProduct(placement, `delete from _plinth_meta where key = 'reader-2'`)
    await readView(placement, 'adults', world().newRunner())
    await asSuperuser(
      placement,
      `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${readerRole(placement)}'`,
    )
    expect(await readView(placement, 'adults', other)).toEqual([{ id: ANN, name: 'Ann' }])
  })

  test('recover after a server restart', async () => {
    const placement = await startWithAnn(adults)
    await readView(placement, 'adults')
    await cluster().stop()
    await cluster().start()
    expect(await readView(placement, 'adults')).toEqual([{ id: ANN, name: 'Ann' }])
  })

  test('an environment of an older build gets a new password, and its views a new owner', async () => {
    const placement = await startWithAnn(adults)
    await readView(placement, 'adults')
    const [reader, owner] = [readerRole(placement), viewOwnerRole(placement)]
    const view = inside(placement, 'adults')
    await asSuperuser(
      placement,
      `alter view ${view} owner to plinth_app; grant all on ${view} to plinth_app; drop owned by "${owner}";
       drop role "${owner}"; alter role "${reader}" login password 'stolen';
       delete from _plinth_meta where key like 'reader%';
       insert into _plinth_meta values ('reader', 'sealed'), ('reader-release', 'x')`,
    )
    const runner = world().newRunner()
    expect(await readView(placement, 'adults', runner)).toEqual([{ id: ANN, name: 'Ann' }])
    await expect(asProduct(placement, 'select * from adults')).rejects.toMatchObject({
      code: '42501',
    })
    await expect(world().connect({ name: reader, password: 'stolen' })).rejects.toMatchObject({
      code: '28P01',
    })
    const keys = await asProduct(
      placement,
      `select key from _plinth_meta where key like 'reader%' order by key`,
    )
    expect(keys).toEqual([{ key: 'reader-2' }, { key: 'reader-grants' }])
  })

  test('long statements are cancelled, even if they disable their timeout', async () => {
    const placement = await startWithAnn(adults)
    const endless = 'select count(*) from generate_series(1, 1000000000000)'
    const off = `select set_config('statement_timeout', '0', false), pg_sleep(60)`
    const results = await Promise.allSettled([read(placement, endless), read(placement, off)])
    for (const result of results)
      expect(result).toMatchObject({ reason: { fault: { kind: 'timeout' } } })
    expect(await readView(placement, 'adults')).toHaveLength(1)
  })

  test('callers beyond the limit wait and are refused after 5 s with a retry time', async () => {
    const placement = await startWithAnn(adults)
    await readView(placement, 'adults')
    // Well below the time limit of a statement, also on a busy machine.
    const sleep = () => read(placement, 'select pg_sleep(1)').catch((error) => error)
    const results = await Promise.all(Array.from({ length: 20 }, sleep))
    const refused = results.filter((result) => result instanceof Error)
    expect(refused.length).toBeGreaterThan(0)
    expect(results.length - refused.length).toBeGreaterThanOrEqual(4)
    for (const error of refused)
      expect(error).toMatchObject({ fault: { kind: 'limited', retryAfterSeconds: 5 } })
  })

  describe('without the right to create roles', () => {
    let poor: ReaderWorld
    let poorUrl: string
    beforeAll(async () => {
      const address = new URL(cluster().superuserUrl)
      const admin = await world().connect()
      await admin.query(`create role poor login createdb password 'poor'`)
      await admin.end()
      Object.assign(address, { username: 'poor', password: 'poor' })
      poorUrl = address.href
      poor = await openReaderWorld(poorUrl)
    })
    afterAll(() => poor.close())

    test('Computed tables and raw queries name the missing privilege, everything else works', async () => {
      const placement = await poor.newPlacement()
      expect(await poor.sync(placement, people(), adults)).toMatchObject({ kind: 'applied' })
      const target = await poor.placeOf(placement)
      const fault = { kind: 'unavailable', message: expect.stringContaining('ALTER ROLE') }
      const text = `select * from ${inside(placement, 'adults')}`
      await expect(
        poor.runner.read(target, { text, values: [], readsComputed: true }),
      ).rejects.toMatchObject({ fault })
      await expect(
        poor.runner.query(target, {
          query: 'select 1',
          values: [],
          tables: [],
          most: 1,
          maxBytes: 1_000,
        }),
      ).rejects.toMatchObject({ fault })
      await expect(poor.query(poorUrl, placement, 'select * from adults')).rejects.toMatchObject({
        code: '42501',
      })
      const plain = { text: `select name from ${inside(placement, 'people')}`, values: [] }
      expect(await poor.runner.read(target, plain)).toEqual([])
      expect(await poor.sync(placement, people(field('more')), adults)).toMatchObject({
        kind: 'applied',
      })
      await poor.query(cluster().superuserUrl, placement, 'alter role poor createrole')
      expect(await poor.runner.read(target, { text, values: [], readsComputed: true })).toEqual([])
    })
  })

  test('side effects of functions do not outlive their statement', async () => {
    const placement = await startWithAnn(adults)
    const listener = await world().connect()
    const heard: (string | undefined)[] = []
    listener.on('notification', ({ payload }) => heard.push(payload))
    await listener.query('listen plinth_environment')
    await read(placement, `select pg_notify('plinth_environment', 'forged')`)
    // PostgreSQL 16 and newer reject it in a read-only transaction.
    await read(placement, 'select lo_create(4711)').catch(() => undefined)
    await read(placement, 'select pg_advisory_lock(4711)')
    await listener.query(`notify plinth_environment, 'ours'`)
    expect(heard).toEqual(['ours'])
    await listener.end()
    const left = await asSuperuser(
      placement,
      `select (select count(*)::int from pg_largeobject_metadata) as objects,
         (select count(*)::int from pg_locks where locktype = 'advisory' and objid = 4711) as locks`,
    )
    expect(left).toEqual([{ objects: 0, locks: 0 }])
  })

  test('a server that does not answer times out, and its connection is dropped', async () => {
    const placement = await startWithAnn(adults)
    const [{ pid } = {}] = await read(placement, 'select pg_backend_pid() as pid')
    process.kill(Number(pid), 'SIGSTOP')
    try {
      await expect(readView(placement, 'adults')).rejects.toMatchObject({
        fault: { kind: 'timeout' },
      })
      expect(await readView(placement, 'adults')).toHaveLength(1)
    } finally {
      process.kill(Number(pid), 'SIGCONT')
    }
  })
})
