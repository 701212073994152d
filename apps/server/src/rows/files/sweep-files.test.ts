import { describe, expect, test } from 'vitest'
import { eventually } from '../../app/testing/eventually.ts'
import { withPlatform } from '../../app/testing/people.ts'
import { send } from '../testing/shelf.ts'
import { useAlbum } from './testing/use-album.ts'

describe.each(['sqlite3', 'postgres'] as const)('unreferenced files, on %s', (database) => {
  const { query, upload, create } = useAlbum(database)

  const age = (key: string, days: number) =>
    withPlatform((client) =>
      client.query(
        `update upload set state_at = now() - make_interval(days => $2), created_at = now() - make_interval(days => $2)
         where key = $1`,
        [key, days],
      ),
    )
  const stateOf = (key: string) =>
    withPlatform(async (client) => {
      const result = await client.query('select state from upload where key = $1', [key])
      return (result.rows[0]?.state as string | undefined) ?? 'gone'
    })
  const settles = (key: string, state: string) =>
    eventually(async () => (await stateOf(key)) === state, 25_000)

  test('a referenced file stays until its row is deleted', async () => {
    const file = await upload('image')
    const made = await create({ isOpen: true, image: file })
    await age(file.fileKey, 2)
    await settles(file.fileKey, 'held')
    const { id } = made.body.data as { id: string }
    expect((await send('DELETE', `photo/${id}`, { query: query() })).status).toBe(200)
    await age(file.fileKey, 2)
    await settles(file.fileKey, 'gone')
    expect((await fetch(file.url)).status).toBe(403)
  })

  test('removes a replaced file, and an unused one after a day', async () => {
    const [old, next, never] = [await upload('image'), await upload('image'), await upload('image')]
    const made = await create({ image: old })
    const { id } = made.body.data as { id: string }
    await age(old.fileKey, 2)
    await age(never.fileKey, 2)
    await settles(old.fileKey, 'held')
    const changed = await send('PUT', `photo/${id}`, { query: query(), body: { image: next } })
    expect(changed.status, JSON.stringify(changed.body)).toBe(200)
    await age(old.fileKey, 2)
    await age(next.fileKey, 2)
    await settles(old.fileKey, 'gone')
    await settles(next.fileKey, 'held')
    await settles(never.fileKey, 'gone')
  }, 90_000)
})
