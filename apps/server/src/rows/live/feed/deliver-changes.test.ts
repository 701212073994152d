import { createKey } from '@plinth/contract'
import { expect, test } from 'vitest'
import { withPlatform } from '../../../app/testing/people.ts'
import { startBeside } from '../../../app/testing/start-beside.ts'
import { connectToData, lockTable, untilLocked } from '../testing/data-database.ts'
import { follow, livePlace } from '../testing/live-place.ts'

const text = (id: string, name: string) => ({ id, name, type: 'text' })
const OPEN = { create: 'true', update: 'true', delete: 'true' }
const MEMBERS = {
  id: 'members',
  name: 'member',
  rules: { ...OPEN, list: 'true', view: 'true' },
  columns: [text('m_team', 'team'), text('m_person', 'person')],
}
const TEAM = '@table.member.team = team && @table.member.person = @request.auth.id'
const TASKS = {
  id: 'tasks',
  name: 'task',
  live: true,
  rules: { ...OPEN, list: TEAM, view: 'true' },
  columns: [
    text('t_title', 'title'),
    text('t_team', 'team'),
    { ...text('t_note', 'note'), options: { isHidden: true } },
  ],
}

test('slow filters of one caller end, and others get their changes before', async () => {
  const place = await livePlace('postgres', [MEMBERS, TASKS])
  const ann = await place.newUser()
  await place.create({ team: 'a', person: ann.userId }, 'member')
  const { id } = await place.create({ team: 'a', title: 'one' }, 'task')
  const subscriptions = ['a', 'b', 'c', 'd'].map((name) => ({
    id: name,
    table: 'task',
    filter: `title != "${name}"`,
  }))
  const slow = await place.open({ token: ann.token, subscriptions })
  for (const _ of subscriptions) await slow.next('subscribed')
  // The log decides for guests under the view rule; staff see a hidden field, which is read from the database.
  const open = (token: string | undefined, row?: string) =>
    follow(place, { token, subscription: { table: 'task', ...(row && { row }) } })
  const others = [await open(undefined, id), await open(place.owner.token)]
  const unlock = await lockTable(place.projectId, 'member')
  await place.update(id, { title: 'two' }, 'task')
  const order: string[] = []
  const failing = slow.next('error').then(({ data }) => order.push(data.error.code))
  const changed = others.map((each) => each.next('change').then(({ data }) => order.push(data.id)))
  await Promise.all([failing, ...changed])
  expect(order.slice(0, 2)).toEqual([id, id])
  expect(order[2]).not.toBe('rate_limited')
  for (let count = 1; count < subscriptions.length; count += 1)
    expect((await slow.next('error')).data.error.code).toBe('rate_limited')
  await unlock()
  for (const each of [slow, ...others]) each.close()
})

test('a new stream and one that resumes do not wait for slow filters of others', async () => {
  const place = await livePlace('postgres', [MEMBERS, TASKS])
  const ann = await place.newUser()
  await place.create({ team: 'a', person: ann.userId }, 'member')
  const staff = { token: place.owner.token, subscription: { table: 'task' } }
  const { position, close } = await follow(place, staff)
  close()
  const { id } = await place.create({ team: 'a', title: 'one' }, 'task')
  const slow = await follow(place, {
    token: ann.token,
    subscription: { table: 'task', filter: 'title != "x"' },
  })
  const unlock = await lockTable(place.projectId, 'member')
  const order: string[] = []
  await place.update(id, { title: 'two' }, 'task')
  const ended = slow.next('error').then(({ event }) => order.push(event))
  await untilLocked(place.projectId, 'member')
  const fresh = await follow(place, staff)
  order.push('subscribed')
  const resumed = await follow(place, {
    ...staff,
    subscription: { table: 'task', after: position },
  })
  expect((await resumed.next('change')).data.row).toMatchObject({ title: 'two' })
  order.push('resumed')
  await ended
  expect(order).toEqual(['subscribed', 'resumed', 'error'])
  await unlock()
  for (const each of [slow, fresh, resumed]) each.close()
})

test('what was judged before the rights of a key changed is not sent after', async () => {
  const clocked = await startBeside({}, { streamCheckMs: 100 })
  const place = await livePlace('postgres', [MEMBERS, TASKS])
  const { key, secret } = await place.owner.client.call(createKey, {
    params: { projectId: place.projectId },
    body: { name: 'Live', environment: 'dev', tables: [{ table: 'task', operations: ['list'] }] },
  })
  await place.create({ team: 'a', person: key.id }, 'member')
  const stream = await follow(place, {
    token: secret,
    address: clocked.address,
    subscription: { table: 'task' },
  })
  const unlock = await lockTable(place.projectId, 'member')
  await place.create({ team: 'a', title: 'before' }, 'task')
  await untilLocked(place.projectId, 'member')
  await withPlatform((client) =>
    client.query(`update api_key set grants = '{"tasks":["list","view"]}' where id = $1`, [key.id]),
  )
  expect((await stream.next('reset', 'change', 'error')).event).toBe('reset')
  await unlock()
  await place.create({ team: 'a', title: 'after' }, 'task')
  expect((await stream.next('change', 'error')).data.row).toMatchObject({ title: 'after' })
  stream.close()
  await clocked.stop()
})

test('a change that cannot be parsed resets its table, and later ones follow', async () => {
  const place = await livePlace('postgres')
  const { token } = place.owner
  const { position, close } = await follow(place, { token })
  close()
  await place.create({ title: 'broken' })
  const { client } = await connectToData(place.projectId)
  await client.query(`update _plinth.row_event set row = '{' where row like '%broken%'`)
  await client.end()
  const stream = await follow(place, { token, subscription: { after: position } })
  const { id } = await place.create({ title: 'later' })
  const seen = await stream.until(({ data }) => data.id === id)
  expect(seen.map(({ event, data }) => [event, data.reason])).toEqual([
    ['reset', 'log'],
    ['change', undefined],
  ])
  stream.close()
})
