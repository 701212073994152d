import { expect, test } from 'vitest'
import { connectToData, untilLocked } from '../testing/data-database.ts'
import { follow, type LivePlace, livePlace } from '../testing/live-place.ts'

const PUBLIC = { status: 'public' }

/** Changes a row twice while the next read of its table waits, which is then of the second change. */
async function overtake<Opened>(place: LivePlace, id: string, open: () => Promise<Opened>) {
  const { client, schema } = await connectToData(place.projectId)
  const table = `"${schema}".note`
  await client.query(`begin; lock table ${table} in access exclusive mode`)
  const opened = open()
  await untilLocked(place.projectId, 'note')
  for (const count of [2, 3])
    await client.query(`update ${table} set count = $1 where id = $2`, [count, id])
  await client.query('commit')
  await client.end()
  return opened
}

test.each([
  { name: 'resumes', wanted: undefined, expected: [3, 4, 5] },
  { name: 'reads initial rows', wanted: { rows: true }, expected: [3, 3, 4, 5] },
])('a client that $name is sent no older values after newer ones', async ({ wanted, expected }) => {
  const place = await livePlace('postgres')
  const { token } = await place.newUser()
  const { position, close } = await follow(place, { token })
  close()
  const { id } = await place.create({ ...PUBLIC, count: 1 })
  const subscriptions = [{ id: 's', table: 'note', ...(wanted ?? { after: position }) }]
  const stream = await overtake(place, id, () => place.open({ token, subscriptions }))
  const until = (count: number) =>
    stream.until(({ event, data }) => event === 'change' && data.row.count === count)
  // Values of a row that is changed again before it was sent are left out.
  const events = await until(3)
  for (const count of [4, 5]) {
    await place.update(id, { count })
    events.push(...(await until(count)))
  }
  const counts = events.flatMap(({ data }) => data.rows ?? data.row ?? [])
  expect(counts.map(({ count }) => count)).toEqual(expected)
  stream.close()
})

test.each(['sqlite3', 'postgres'] as const)(
  'clients that resume again and again get the values of a row in order, the last one too: %s',
  async (database) => {
    const place = await livePlace(database)
    const { token } = await place.newUser()
    const { id } = await place.create({ ...PUBLIC, count: 0 })
    const first = await follow(place, { token })
    first.close()
    const last = 120
    const read = async (): Promise<number[]> => {
      const seen: number[] = []
      let after = first.position
      while (seen.at(-1) !== last) {
        const stream = await follow(place, { token, subscription: { after } })
        for (let events = 0; events < 6 && seen.at(-1) !== last; events += 1) {
          const { data } = await stream.next('change', 'reset')
          seen.push(data.row.count)
          after = data.position
        }
        stream.close()
      }
      return seen
    }
    const readers = [read(), read(), read()]
    for (let count = 1; count <= last; count += 1) await place.update(id, { count })
    for (const seen of await Promise.all(readers)) {
      expect(seen).toEqual(seen.toSorted((a, b) => a - b))
      expect(seen.at(-1)).toBe(last)
    }
  },
)
