import { chmod, chown, mkdir, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { StartError } from '../process/start-error.ts'
import { startEmbedded } from '../start-embedded.ts'
import { holdEmbedded } from '../testing/held-embedded.ts'
import { temporaryDataDir } from '../testing/temporary-data-dir.ts'
import { markLayout } from './check-layout.ts'

const quiet = () => undefined
const log = { info: quiet, warn: quiet, error: quiet }
let temporary: Awaited<ReturnType<typeof temporaryDataDir>>
const start = () => startEmbedded({ ...temporary, postgres: true, restate: true, log })

beforeEach(async () => {
  temporary = await temporaryDataDir()
})

afterEach(() => temporary.remove())

describe.runIf(process.getuid?.() === 0)('as root', () => {
  test('names a parent folder that the servers’ user may not enter', async () => {
    const parent = dirname(temporary.dataDir)
    await chmod(parent, 0o700)
    const failure = await start().catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(StartError)
    expect(String(failure)).toContain(`may not enter ${parent}: run "chmod o+x ${parent}"`)
  })

  test.each(['postgres', 'restate'])(
    'rejects %s data of another account without changing it',
    async (name) => {
      const folder = join(temporary.dataDir, name)
      await mkdir(folder, { recursive: true })
      await markLayout(temporary.dataDir)
      await chown(folder, 12345, 12345)
      await expect(start()).rejects.toThrow(`${folder} belongs to uid 12345`)
      expect((await readdir(temporary.dataDir)).sort()).toEqual(['layout', name])
    },
  )

  test('rejects a plain user on root’s data directory, with the reason', async () => {
    await mkdir(temporary.dataDir, { mode: 0o755 })
    const held = holdEmbedded(temporary.dataDir, { uid: 65534, gid: 65534 })
    expect((await held.answer()).refused).toContain(
      `The data directory ${temporary.dataDir} belongs to uid 0 and nobody may not write to it`,
    )
    await held.end('SIGTERM')
  })
})

test('without either server, locks the data directory and chooses the worker port', async () => {
  const options = { ...temporary, postgres: false, restate: false, log }
  const first = await startEmbedded(options)
  await expect(startEmbedded(options)).rejects.toThrow('in use by another running Plinth')
  await first.stop()
  const second = await startEmbedded(options)
  expect(second.workerPort).toBe(first.workerPort)
  expect(second).not.toHaveProperty('postgresUrl')
  await second.stop()
})
