import { describe, expect, test } from 'vitest'
import { eventually } from '../../app/testing/eventually.ts'
import { withPlatform } from '../../app/testing/people.ts'
import { ALBUM, PNG, useAlbum } from '../files/testing/use-album.ts'
import { thumbnailKeyOf } from './thumbnail-key.ts'

const PROTECTED = ALBUM.map(({ columns, ...table }) => ({
  ...table,
  columns: columns.map((column) =>
    column.name === 'image' ? { ...column, options: { isProtected: true } } : column,
  ),
}))

describe.each(['sqlite3', 'postgres'] as const)('a field protected later, on %s', (database) => {
  const { ask, put, post, described, upload, create, sync } = useAlbum(database)

  const statusOf = async (url: string) => (await fetch(url)).status
  const smallOf = ({ url, fileKey }: { url: string; fileKey: string }) =>
    url.replace(fileKey, thumbnailKeyOf(fileKey))
  const aclOf = (key: string) =>
    withPlatform(async (client) => {
      const result = await client.query('select acl from upload where key = $1', [key])
      return result.rows[0]?.acl as string | undefined
    })

  test('makes existing, pending and concurrently saved files private', async () => {
    const file = await upload('image')
    const made = await create({ isOpen: true, image: file })
    expect(made.status, JSON.stringify(made.body)).toBe(200)
    expect(await statusOf(file.url)).toBe(200)
    await eventually(async () => (await statusOf(smallOf(file))) === 200, 25_000)
    const signed = await ask('image', [{}])
    const [early = ''] = (signed.body as { urls: string[] }).urls

    await sync(PROTECTED)
    await eventually(async () => (await statusOf(file.url)) === 403, 25_000)
    await eventually(async () => (await aclOf(file.fileKey)) === 'private')
    expect(await statusOf(smallOf(file))).toBe(403)

    const { id: rowId } = made.body.data as { id: string }
    const named = { tableName: 'photo', columnName: 'image', want: 'view' }
    const links = await post('/api/file/links', {
      ...named,
      files: [{ rowId, fileKey: file.fileKey }],
    })
    const [link] = (links.body as { links: { url: string }[] }).links
    expect(await statusOf(link?.url ?? '')).toBe(200)

    // Signed as public before the change, uploaded afterwards.
    expect((await put(early, PNG)).status).toBe(200)
    const late = described(early)
    expect((await create({ image: late })).status).toBe(200)
    expect(await statusOf(late.url)).toBe(403)
    expect(await aclOf(late.fileKey)).toBe('private')

    // Saved during the change: the sweeper makes it private.
    await withPlatform((client) =>
      client.query(
        `update upload set acl = 'public-read', state_at = now() - make_interval(days => 2) where key = $1`,
        [late.fileKey],
      ),
    )
    await eventually(async () => (await aclOf(late.fileKey)) === 'private', 25_000)
  }, 120_000)
})
