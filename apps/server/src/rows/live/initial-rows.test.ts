import { expect, test } from 'vitest'
import { livePlace } from './testing/live-place.ts'

const ROLE = 'level = @request.auth.role'
const PAPERS = {
  id: 'papers',
  name: 'paper',
  live: true,
  rules: { create: 'true', update: 'true', delete: 'true', list: ROLE, view: ROLE },
  columns: [
    { id: 'p_level', name: 'level', type: 'text' },
    { id: 'p_body', name: 'body', type: 'text', options: { max: 100_000 } },
  ],
}

test('a user who loses a role while initial rows are sent gets no further rows', async () => {
  const place = await livePlace('sqlite3', [PAPERS])
  const account = { email: 'ann@example.com', password: 'a password of ann', role: 'high' }
  const user = await place.create(account, 'user')
  const { token } = await place.newUser(user.id)
  // More than the buffers of a connection, so that the rest waits until the client reads.
  const papers = Array.from({ length: 90 }, () => ({ level: 'high', body: 'x'.repeat(100_000) }))
  await place.add(papers, 'paper')
  const subscriptions = [{ id: 's', table: 'paper', rows: true }]
  const stream = await place.open({ token, subscriptions })
  const first = await stream.next('rows', 'error')
  await place.update(user.id, { role: 'low' }, 'user')
  const rest = await stream.until(({ event }) => event === 'subscribed' || event === 'error')
  const pages = [first, ...rest].filter(({ event }) => event === 'rows')
  const sent = pages.flatMap(({ data }) => data.rows)
  expect(rest.at(-1)?.event).toBe('subscribed')
  expect(sent.length).toBeGreaterThan(0)
  expect(sent.length).toBeLessThan(90)
  stream.close()
})
