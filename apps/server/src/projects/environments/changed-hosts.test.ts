import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../app/testing/eventually.ts'
import { type OwnPlatform, ownPlatform } from '../../app/testing/own-platform.ts'
import { migratePlatform } from '../../foundation/platform/migrate-platform.ts'
import { SCHEMA_VERSION } from '../../foundation/platform/schema-versions.ts'
import { openPubSub, type PubSub } from '../../foundation/pubsub/pubsub.ts'
import { CHANGED_CHANNEL, readChangedHosts } from './environment-store.ts'

let own: OwnPlatform
let hub: PubSub
const heard: string[] = []

beforeAll(async () => {
  own = await ownPlatform()
  hub = openPubSub({ url: own.url, log: pino({ level: 'silent' }) })
  await hub.listen(CHANGED_CHANNEL, {
    onNotify: (payload) => heard.push(payload),
    onGap: () => undefined,
  })
})
afterAll(async () => {
  await hub.close()
  await own.close()
})

/** What the database notifies of a change; the last notification is our own. */
async function changesOf(text: string, values: string[] = []): Promise<string[]> {
  heard.length = 0
  await own.db.pool.query(text, values)
  await own.db.pool.query('select pg_notify($1, $2)', [CHANGED_CHANNEL, 'last'])
  await eventually(async () => heard.includes('last'))
  return heard.slice(0, -1).sort()
}

const add = (host: string) =>
  changesOf(`insert into domain (id, environment_id, host, proved_at) values ($1, $2, $1, now())`, [
    host,
    own.environmentId,
  ])

test('a changed domain notifies of its project, and in the form of release 0.2.0', async () => {
  const both = ['hosts', `hosts of ${own.projectId}`]
  expect(await add('one.example.com')).toEqual(both)
  expect(await changesOf(`update domain set host = 'two.example.com'`)).toEqual(both)
  const values = [own.environmentId]
  const allow = 'insert into allowed_origins (environment_id, origins, allows_local)'
  expect(await changesOf(`${allow} values ($1, '{}', true)`, values)).toEqual(both)
  expect(await changesOf('update domain set checked_at = now()')).toEqual([])
  expect(await changesOf('update project set deleted_at = now()')).toEqual(
    [own.environmentId, ...both].sort(),
  )
  expect(both.map(readChangedHosts)).toEqual([undefined, own.projectId])
  expect(readChangedHosts(own.environmentId)).toBeUndefined()
})

test('the next version of the database notifies of projects alone', async () => {
  await migratePlatform(own.url, SCHEMA_VERSION + 1)
  expect(await add('three.example.com')).toEqual([`hosts of ${own.projectId}`])
  // The environment is deleted before its domains, so that their project is not found.
  expect(await changesOf('delete from environment where id = $1', [own.environmentId])).toContain(
    'hosts of ',
  )
  expect(readChangedHosts('hosts of ')).toBe('')
})
