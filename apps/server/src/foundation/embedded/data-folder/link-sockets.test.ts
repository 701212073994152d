import { mkdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requestRuntime } from '../../durable/request-runtime.ts'
import { startEmbedded } from '../start-embedded.ts'
import { temporaryDataDir } from '../testing/temporary-data-dir.ts'

const quiet = () => undefined
const log = { info: quiet, warn: quiet, error: quiet }
const { dataDir: root, remove } = await temporaryDataDir()
const dataDir = join(root, 'deep'.repeat(12), 'deep'.repeat(12))
const folders = new Set<string>()

beforeAll(() => mkdir(dataDir, { recursive: true }))
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
  await remove()
})

test('Restate answers in a data folder whose path is too long for sockets, at every start', async () => {
  for (const _ of ['first', 'second']) {
    const embedded = await startEmbedded({ dataDir, postgres: false, restate: true, log })
    try {
      const address = embedded.restate?.ingressUrl ?? ''
      const socket = address.slice('unix:'.length)
      const folder = dirname(dirname(socket))
      folders.add(folder)
      expect(Buffer.byteLength(socket)).toBeLessThanOrEqual(90)
      expect(dirname(folder)).toBe(tmpdir())
      expect((await stat(folder)).mode & 0o777).toBe(0o700)
      const health = { method: 'GET', path: 'restate/health' } as const
      expect((await requestRuntime(address, health)).status).toBe(200)
    } finally {
      await embedded.stop()
    }
  }
  expect(folders.size).toBe(1)
})
