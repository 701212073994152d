import { mkdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findEmbeddedUrl } from '../postgres/embedded-url.ts'
import { startEmbedded } from '../start-embedded.ts'
import { query } from '../testing/query.ts'
import { temporaryDataDir } from '../testing/temporary-data-dir.ts'

const quiet = () => undefined
const log = { info: quiet, warn: quiet, error: quiet }
const { dataDir: root, remove } = await temporaryDataDir()
/** With a comma, a quote and more bytes than the path of a socket may have. */
const dataDir = join(root, `a, "b" and ${'c'.repeat(60)}`, 'data')
const start = () => startEmbedded({ dataDir, postgres: true, restate: false, log })
const folderOf = (url = '') => decodeURIComponent(new URL(url).hostname)
const made = new Set<string>()

beforeAll(() => mkdir(dirname(dataDir), { recursive: true }))
afterAll(async () => {
  for (const folder of made) await rm(folder, { recursive: true, force: true })
  await remove()
})

test('a long path gets a folder of mode 0700 in the temporary directory, the same at every start', async () => {
  const first = await start()
  const folder = folderOf(first.postgresUrl)
  made.add(folder)
  expect(dirname(folder)).toBe(tmpdir())
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  expect(await query(first.postgresUrl ?? '', 'select 1 as one')).toEqual([{ one: 1 }])
  expect(await findEmbeddedUrl(dataDir)).toBe(first.postgresUrl)
  await first.stop()
  const second = await start()
  expect(second.postgresUrl).toBe(first.postgresUrl)
  await second.stop()
})

test('replaces a folder that was deleted or that other accounts may enter', async () => {
  const before = await start()
  const folder = folderOf(before.postgresUrl)
  await before.stop()
  await rm(folder, { recursive: true })
  await mkdir(folder, { mode: 0o755 })
  const after = await start()
  made.add(folderOf(after.postgresUrl))
  expect(folderOf(after.postgresUrl)).not.toBe(folder)
  expect(await query(after.postgresUrl ?? '', 'select 1 as one')).toEqual([{ one: 1 }])
  await after.stop()
})
