import { readdirSync, readFileSync } from 'node:fs'
import sharp from 'sharp'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { eventually } from '../../../app/testing/eventually.ts'
import { withPlatform } from '../../../app/testing/people.ts'
import { BOMBS } from '../testing/bomb-files.ts'
import { useAlbum } from '../testing/use-album.ts'
import { openThumbnailMaker } from './open-thumbnail-maker.ts'

const photo = (format: 'png' | 'jpeg' | 'gif' | 'webp' | 'avif', width = 600) =>
  sharp({ create: { width, height: 300, channels: 3, background: '#2a8' } })
    .toFormat(format)
    .toBuffer()

const MB = 1024 * 1024

/** Memory of all child processes. */
function childMemory(): number {
  const children = readdirSync('/proc/self/task').flatMap((task) =>
    readFileSync(`/proc/self/task/${task}/children`, 'utf8').trim().split(' '),
  )
  const pages = children.flatMap((pid) => {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      if (!command.includes('thumbnail/inside')) return []
      return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1])
    } catch {
      return []
    }
  })
  return Math.max(0, ...pages) * 4096
}

describe('thumbnail maker', () => {
  const maker = openThumbnailMaker()
  afterAll(() => maker.close())

  test.each(['png', 'jpeg', 'gif', 'webp', 'avif'] as const)('%s', async (format) => {
    const small = await maker.make(await photo(format))
    const { format: made, width, height } = await sharp(small).metadata()
    expect({ made, width, height }).toEqual({ made: 'webp', width: 256, height: 128 })
  })

  test('drops metadata of a photo but applies its orientation', async () => {
    const turned = await sharp(await photo('jpeg'))
      .withExif({ IFD0: { Artist: 'Ada' } })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const small = await sharp(await maker.make(turned)).metadata()
    expect([small.width, small.height, small.exif]).toEqual([128, 256, undefined])
  })

  test('R41: survives fifty image bombs and makes the next thumbnail', async () => {
    expect(BOMBS).toHaveLength(50)
    const good = await photo('jpeg')
    let max = 0
    const watch = setInterval(() => {
      max = Math.max(max, childMemory())
    }, 10)
    try {
      for (const [name, file] of BOMBS) {
        const small = await maker.make(file())
        expect(small?.length ?? 0, name).toBeLessThan(20_000)
      }
      expect((await maker.make(good))?.length).toBeGreaterThan(50)
    } finally {
      clearInterval(watch)
    }
    expect(max / MB).toBeLessThan(450)
  }, 90_000)
})

describe.each(['sqlite3', 'postgres'] as const)(
  'thumbnails of files in rows, on %s',
  (database) => {
    const { owner, post, upload, create } = useAlbum(database)

    const links = async (
      files: { rowId: string; fileKey: string }[],
      more: { column?: string; want?: string; token?: string } = {},
    ) => {
      const { column: columnName = 'image', want = 'thumbnail', token } = more
      const answer = await post(
        '/api/file/links',
        { tableName: 'photo', columnName, want, files },
        token,
      )
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      return (
        answer.body as { links: { fileKey: string; url: string | null; isWaiting: boolean }[] }
      ).links
    }
    const held = async (column: string, body: Buffer, isOpen = true) => {
      const file = await upload(column, body)
      const value = column === 'papers' ? [file] : file
      const made = await create({ isOpen, [column]: value })
      expect(made.status, JSON.stringify(made.body)).toBe(200)
      return { rowId: (made.body.data as { id: string }).id, fileKey: file.fileKey }
    }
    const settled = (file: { rowId: string; fileKey: string }, column = 'image') =>
      eventually(async () => {
        const [link] = await links([file], { column })
        return link?.isWaiting === false && link
      }, 20_000)

    test('a public file gets a thumbnail with an unsigned URL', async () => {
      const { url } = await settled(await held('image', await photo('png')))
      expect(url).not.toContain('sig=')
      const answer = await fetch(url ?? '')
      expect(answer.headers.get('content-type')).toBe('image/webp')
      expect((await sharp(await answer.arrayBuffer()).metadata()).width).toBe(256)
    })

    test('R27: a protected thumbnail needs a signed URL, which requires access to the row', async () => {
      const image = await photo('png')
      const [open, closed] = [await held('papers', image), await held('papers', image, false)]
      const { url } = await settled(open, 'papers')
      expect((await fetch(url ?? '')).status).toBe(200)
      expect((await fetch((url ?? '').split('?')[0] ?? '')).status).toBe(403)
      expect(await links([closed], { column: 'papers' })).toEqual([])
      const { token } = owner()
      expect(await links([closed], { column: 'papers', token })).toHaveLength(1)
      for (const want of ['view', 'download']) {
        expect(await links([closed], { column: 'papers', want })).toEqual([])
        const [link] = await links([open], { column: 'papers', want })
        const answer = await fetch(link?.url ?? '')
        expect(answer.status).toBe(200)
        const how = want === 'view' ? 'inline' : 'attachment'
        expect(answer.headers.get('content-disposition')).toMatch(
          new RegExp(`^${how}; filename="me.png"`),
        )
      }
    })

    test('returns no link for another field, another row or an invented key', async () => {
      const file = await held('image', await photo('png'))
      const other = await held('image', await photo('png'))
      expect(await links([file], { column: 'small' })).toEqual([])
      expect(await links([{ rowId: other.rowId, fileKey: file.fileKey }])).toEqual([])
      expect(await links([{ rowId: '../x', fileKey: '../../secret.key' }])).toEqual([])
    })

    test('image bombs in rows get no thumbnail, and the server stays responsive', async () => {
      const wanted = /that says [^0]|of noise|cut off|too few/
      const files: { rowId: string; fileKey: string }[] = []
      const few = BOMBS.filter(([name]) => wanted.test(name) && /PNG|GIF|JPEG/.test(name))
      for (const [, file] of few) {
        const body = file()
        const type =
          body.subarray(0, 3).toString() === 'GIF'
            ? 'image/gif'
            : body[0] === 0xff
              ? 'image/jpeg'
              : 'image/png'
        const stored = await upload('papers', body, { fileType: type })
        const made = await create({ isOpen: true, papers: [{ ...stored, fileType: type }] })
        expect(made.status, JSON.stringify(made.body)).toBe(200)
        files.push({ rowId: (made.body.data as { id: string }).id, fileKey: stored.fileKey })
      }
      const checkLiveness = async () => {
        // Decoding a bomb in this process would block it for longer than this.
        const signal = AbortSignal.timeout(10_000)
        const { status } = await fetch(`${inject('server').address}/health/live`, { signal })
        expect(status).toBe(200)
      }
      await eventually(async () => {
        await checkLiveness()
        const found = await links(files, { column: 'papers' })
        return found.length === files.length && found.every(({ isWaiting }) => !isWaiting)
      }, 60_000)
      const good = await settled(await held('image', await photo('png')))
      expect(good.url).not.toBeNull()
      const tried = await withPlatform((client) =>
        client.query(
          'select count(*)::int as n from upload where key = any($1) and thumbnail is not null',
          [files.map(({ fileKey }) => fileKey)],
        ),
      )
      expect(tried.rows[0]?.n).toBe(files.length)
    }, 90_000)
  },
)
