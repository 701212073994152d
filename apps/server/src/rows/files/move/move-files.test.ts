import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RunningServer } from '../../../app/startup/start-server.ts'
import { withPlatform } from '../../../app/testing/people.ts'
import { programEnv } from '../../../app/testing/settings/program-env.ts'
import { hasCeph } from '../testing/start-ceph.ts'
import { startS3Server } from '../testing/start-s3-server.ts'
import { useAlbum } from '../testing/use-album.ts'
import { sweepLeftCopy } from './sweep-left-copy.ts'

const program = join(import.meta.dirname, '../../../app/plinth-server.ts')
/** Begins with text, because random bytes are sometimes detected as audio or an image. */
const note = (size: number) => Buffer.from(`note ${randomBytes(size).toString('hex')}`)
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

let started: Awaited<ReturnType<typeof startS3Server>>
let ceph: typeof started.ceph
let server: RunningServer
let settings: Record<string, string>

beforeAll(async () => {
  if (!hasCeph) return
  started = await startS3Server()
  ;({ ceph, server, settings } = started)
}, 90_000)
afterAll(() => started?.stop())

interface Moving {
  to: string
  /** Polled; the command is killed with SIGKILL once it returns true. */
  isKilled?: () => Promise<boolean>
}

/** Runs the command line tool. */
async function move(project: string, { to, isKilled }: Moving) {
  const args = [program, 'move-files', '--project', project, '--to', to]
  const child = spawn(process.execPath, args, { env: programEnv(settings) })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (said += part))
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  if (isKilled) {
    while (child.exitCode === null && !(await isKilled()));
    child.kill('SIGKILL')
  }
  return { code: await exited, said }
}

describe.skipIf(!hasCeph).each(['sqlite3', 'postgres'] as const)(
  'files move, on %s',
  (database) => {
    const album = useAlbum(database, () => server.address)
    const kept = new Map<string, string>()

    async function addRow(at: number) {
      const [cover, paper] = [note(40_000), note(3_000)]
      const papers = [await album.upload('papers', cover, { fileType: 'text/plain' })]
      const file = await album.upload('papers', paper, { fileType: '', fileName: 'x' })
      const made = await album.post('/api/data/photo', {
        isOpen: true,
        title: `${at}`,
        papers: [...papers, file].map((each) => ({ ...each, fileType: '' })),
      })
      expect(made.status, JSON.stringify(made.body)).toBe(200)
      kept.set(papers[0]?.fileKey ?? '', hashOf(cover))
      kept.set(file.fileKey, hashOf(paper))
    }
    const rows = async () => {
      const answer = await fetch(
        `${server.address}/api/data/photo?$projectId=${album.projectId()}&$limit=500`,
      )
      const { data } = (await answer.json()) as {
        data: { id: string; updatedOn: string; papers: { fileKey: string; url: string }[] }[]
      }
      return data
    }
    const linkOf = async (rowId: string, fileKey: string) => {
      const body = {
        tableName: 'photo',
        columnName: 'papers',
        want: 'view',
        files: [{ rowId, fileKey }],
      }
      const answer = await album.post('/api/file/links', body)
      return (answer.body as { links: { url: string }[] }).links[0]?.url ?? ''
    }
    /** Every acknowledged file is in its row, readable and unchanged. */
    async function expectAll(base: string) {
      const found = new Map<string, string>()
      for (const { id, papers } of await rows()) {
        for (const { fileKey, url } of papers) {
          expect(url).toBe(`${base}/${fileKey}`)
          const answer = await fetch(await linkOf(id, fileKey))
          expect(answer.status).toBe(200)
          found.set(fileKey, hashOf(new Uint8Array(await answer.arrayBuffer())))
        }
      }
      expect(found).toEqual(kept)
    }
    const storesOf = () =>
      withPlatform(async (client) => {
        const result = await client.query(
          'select store, count(*)::int from upload where key = any($1) group by 1',
          [[...kept.keys()]],
        )
        return Object.fromEntries(result.rows.map(({ store, count }) => [store, count]))
      })

    test('from disk to S3 and back, killed repeatedly during concurrent writes', async () => {
      const projectId = album.projectId()
      expect(await move(projectId, { to: 'disk' })).toMatchObject({ code: 0 })
      for (let at = 0; at < 12; at += 1) await addRow(at)
      expect(await storesOf()).toEqual({ disk: 24 })
      const before = (await rows()).map(({ id, updatedOn }) => [id, updatedOn])

      for (const switched of [1, 7, 14, 20]) {
        const isKilled = async () => ((await storesOf()).s3 ?? 0) >= switched
        await Promise.all([move(projectId, { to: 's3', isKilled }), addRow(100 + switched)])
      }
      const done = await move(projectId, { to: 's3' })
      expect(done, done.said).toMatchObject({ code: 0 })
      expect(await storesOf()).toEqual({ s3: kept.size })
      await expectAll(`${ceph.settings.endpoint}/plinth`)
      const after = new Map((await rows()).map(({ id, updatedOn }) => [id, updatedOn]))
      for (const [id = '', updatedOn] of before) expect(after.get(id)).toBe(updatedOn)

      while (await sweepLeftCopy(server.context, 0));
      await expectAll(`${ceph.settings.endpoint}/plinth`)
      const disk = server.context.files.in('disk')
      for (const key of kept.keys()) expect(await disk.find(key)).toBeUndefined()

      const back = await move(projectId, { to: 'disk' })
      expect(back.said).toContain(`${kept.size} files`)
      while (await sweepLeftCopy(server.context, 0));
      await expectAll(`${settings.PLINTH_BASE_URL}/files`)
    }, 120_000)

    test('concurrently moved files of one cell all get their new URL', async () => {
      expect(await move(album.projectId(), { to: 'disk' })).toMatchObject({ code: 0 })
      const files = []
      for (let at = 0; at < 16; at += 1) files.push(await album.upload('papers', note(99)))
      const papers = files.map((file) => ({ ...file, fileType: '' }))
      const made = await album.post('/api/data/photo', { isOpen: true, title: 'many', papers })
      expect(made.status, JSON.stringify(made.body)).toBe(200)
      expect(await move(album.projectId(), { to: 's3' })).toMatchObject({ code: 0 })
      const held = (await rows()).find(({ papers }) => papers?.length === files.length)?.papers
      const base = `${ceph.settings.endpoint}/plinth`
      expect(held?.map(({ url }) => url)).toEqual(files.map(({ fileKey }) => `${base}/${fileKey}`))
    })

    test('a public URL from before the move redirects to the new location', async () => {
      expect(await move(album.projectId(), { to: 'disk' })).toMatchObject({ code: 0 })
      const file = await album.upload('image')
      const made = await album.post('/api/data/photo', { isOpen: true, image: file })
      expect(made.status).toBe(200)
      expect(file.url).toContain('/files/')
      expect(await move(album.projectId(), { to: 's3' })).toMatchObject({ code: 0 })
      while (await sweepLeftCopy(server.context, 0));
      const answer = await fetch(file.url)
      expect(answer.status).toBe(200)
      expect(answer.url).toContain(ceph.settings.endpoint)
    })
  },
)

test.skipIf(!hasCeph).each([
  [['--project', 'prj_none', '--to', 's3'], /no project prj_none/],
  [['--project', 'prj_none', '--to', 'moon'], /--to disk\|s3/],
  [['--to', 's3'], /--project ID/],
])('rejects the arguments %j', async (args, words) => {
  const child = spawn(process.execPath, [program, 'move-files', ...args], {
    env: programEnv(settings),
  })
  let said = ''
  child.stderr.on('data', (part) => (said += part))
  expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(2)
  expect(said).toMatch(words)
})
