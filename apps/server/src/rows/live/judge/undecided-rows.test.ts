import { describe, expect, test } from 'vitest'
import { follow, livePlace } from '../testing/live-place.ts'
import { MAX_SENT_IDS, SentIds } from './sent-ids.ts'

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
  rules: { ...OPEN, list: TEAM, view: TEAM },
  columns: [text('t_title', 'title'), text('t_team', 'team')],
}

describe.each(['sqlite3', 'postgres'] as const)(
  'a rule that reads other tables, %s',
  (database) => {
    test('rows that were never visible show neither their ids nor their values', async () => {
      const place = await livePlace(database, [MEMBERS, TASKS])
      const ann = await place.newUser()
      await place.create({ team: 'a', person: ann.userId }, 'member')
      const { id: foreign } = await place.create({ team: 'b', title: 'amber' }, 'task')
      const subscriptions = [
        { id: 'all', table: 'task' },
        { id: 'guess', table: 'task', filter: 'title ~ "amb"' },
        { id: 'equal', table: 'task', filter: 'title = "amber"' },
        { id: 'row', table: 'task', row: foreign, filter: 'title > "aa"' },
      ]
      const stream = await place.open({ token: ann.token, subscriptions })
      for (const _ of subscriptions) await stream.next('subscribed')
      await place.update(foreign, { title: 'azure' }, 'task')
      await place.update(foreign, { title: 'amber' }, 'task')
      await place.remove(foreign, 'task')
      const { id: last } = await place.create({ team: 'a', title: 'last' }, 'task')
      const seen = await stream.until(({ data }) => data.id === last)
      expect(seen.map(({ event, data }) => [event, data.id, data.subscriptions])).toEqual([
        ['change', last, ['all']],
      ])
      stream.close()
    })

    test('rows that were sent leave once, also initial ones', async () => {
      const place = await livePlace(database, [MEMBERS, TASKS])
      const ann = await place.newUser()
      await place.create({ team: 'a', person: ann.userId }, 'member')
      const { id: initial } = await place.create({ team: 'a', title: 'initial' }, 'task')
      const stream = await follow(place, {
        token: ann.token,
        subscription: { table: 'task', rows: true },
      })
      const { id } = await place.create({ team: 'a', title: 'sent' }, 'task')
      expect((await stream.next('change')).data).toMatchObject({ type: 'create', id })
      for (const each of [id, initial]) {
        await place.update(each, { team: 'b' }, 'task')
        expect((await stream.next('change')).data).toMatchObject({ type: 'leave', id: each })
      }
      await place.update(id, { title: 'secret' }, 'task')
      const { id: last } = await place.create({ team: 'a', title: 'last' }, 'task')
      expect((await stream.next('change')).data.id).toBe(last)
      stream.close()
    })

    test('a position is reset: what an earlier connection was sent is not known', async () => {
      const place = await livePlace(database, [MEMBERS, TASKS])
      const ann = await place.newUser()
      const { position, close } = await follow(place, {
        token: ann.token,
        subscription: { table: 'task' },
      })
      close()
      const subscriptions = [{ id: 's', table: 'task', after: position }]
      const stream = await place.open({ token: ann.token, subscriptions })
      expect((await stream.next('reset', 'subscribed')).data).toEqual({
        subscription: 's',
        reason: 'position',
      })
      stream.close()
    })
  },
)

test('forgets all ids above the maximum, and add returns false', () => {
  const sent = new SentIds()
  const ids = Array.from({ length: MAX_SENT_IDS }, (_, at) => `row ${at}`)
  expect(ids.every((id) => sent.add(id))).toBe(true)
  expect(sent.add('row 0')).toBe(true)
  expect(sent.add('one more')).toBe(false)
  expect([sent.delete('row 0'), sent.delete('one more'), sent.delete('one more')]).toEqual([
    false,
    true,
    false,
  ])
})
