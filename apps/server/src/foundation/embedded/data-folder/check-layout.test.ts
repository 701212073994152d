import { chmod, mkdir, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { LAST_EXPORTING_COMMIT } from '../../settings/earlier-build.ts'
import { startEmbedded } from '../start-embedded.ts'
import { temporaryDataDir } from '../testing/temporary-data-dir.ts'

const quiet = () => undefined
const log = { info: quiet, warn: quiet, error: quiet }
let temporary: Awaited<ReturnType<typeof temporaryDataDir>>
const start = (servers: { postgres: boolean; restate: boolean }) =>
  startEmbedded({ ...temporary, ...servers, log })

beforeEach(async () => {
  temporary = await temporaryDataDir()
})

afterEach(() => temporary.remove())

test.each(['postgres', 'restate'])(
  'refuses a data directory with %s of an earlier build in one sentence and changes nothing',
  async (server) => {
    await mkdir(join(temporary.dataDir, server), { recursive: true })
    await chmod(temporary.dataDir, 0o700)
    const failure = await start({ postgres: true, restate: true }).catch((error: unknown) => error)
    expect(String(failure)).toMatch(
      new RegExp(
        `^StartError: [^\\n]*before the first release[^\\n]*commit ${LAST_EXPORTING_COMMIT},[^\\n]*$`,
      ),
    )
    expect(await readdir(temporary.dataDir, { recursive: true })).toEqual([server])
    expect((await stat(temporary.dataDir)).mode & 0o777).toBe(0o700)
  },
)

test('marks a new data directory, and starts again in it', async () => {
  for (const _ of [1, 2]) {
    const embedded = await start({ postgres: false, restate: false })
    expect(await readFile(join(temporary.dataDir, 'layout'), 'utf8')).toBe('1\n')
    await embedded.stop()
  }
})
