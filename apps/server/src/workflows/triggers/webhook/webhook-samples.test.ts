import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hookPlace } from '../../../app/testing/hook-place.ts'

const PAGE = join(import.meta.dirname, '../../../../../../docs/guide/webhooks.md')
/** Go compiles its packages before the first run. */
const TIMEOUT = { timeout: 180_000 }
const SECRET = 'a secret that only the caller and the webhook know'

/** Programs that execute the samples of the page, by the language of their code block. */
const PROGRAMS = [
  { language: 'ts', file: 'sample.ts', program: [process.execPath] },
  { language: 'python', file: 'sample.py', program: ['python3'] },
  { language: 'go', file: 'sample.go', program: ['go', 'run'] },
  { language: 'php', file: 'sample.php', program: ['php'] },
]

/** Not every machine has Go and PHP; `npm run docs:samples` of `.ci/full` fails without them. */
const RARE = new Set(['go', 'php'])

function isMissing([program = '']: readonly string[]): boolean {
  return spawnSync('which', [program]).status !== 0
}

let setup: Awaited<ReturnType<typeof hookPlace>>
let folder = ''
let samples = new Map<string, string>()

beforeAll(async () => {
  setup = await hookPlace()
  folder = await mkdtemp(join(tmpdir(), 'webhook-samples-'))
  const page = await readFile(PAGE, 'utf8')
  const [, section = ''] = page.match(/^## Sign a call\n([\s\S]+?)^## /m) ?? []
  const blocks = [...section.matchAll(/^```(\w+)\n([\s\S]+?)^```$/gm)]
  samples = new Map(blocks.map(([, language = '', code = '']) => [language, code]))
})

afterAll(() => rm(folder, { recursive: true }))

test('every sample is executed', () => {
  expect([...samples.keys()]).toEqual(PROGRAMS.map(({ language }) => language))
})

describe.each(PROGRAMS)('$language', ({ language, file, program }) => {
  const isOptional = RARE.has(language) && process.env.PLINTH_TEST_ALL_LANGUAGES !== 'true'
  const isSkipped = isOptional && isMissing(program)

  async function call(secret: string) {
    const data = { hosts: ['plinth.example.com'], header: 'X-Signature', apiKey: SECRET }
    const credentials = { signing_key: await setup.credential('api-key', data) }
    const parameters = { check: 'signature', signed_text: 'timestamp' }
    const { url, id } = await setup.hook({ parameters, credentials })
    await writeFile(join(folder, file), samples.get(language) ?? '')
    const env = { ...process.env, WEBHOOK_URL: url, WEBHOOK_SECRET: secret }
    const [command = '', ...words] = [...program, join(folder, file)]
    const ended = await promisify(execFile)(command, words, { env }).then(
      ({ stdout }) => stdout,
      ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
    )
    return { printed: ended, runs: await setup.runsOf(id) }
  }

  test.skipIf(isSkipped)('starts a run with its signed body', TIMEOUT, async () => {
    const { printed, runs } = await call(SECRET)
    expect(printed.trim()).toMatch(/^(HTTP\/1\.1 )?202( Accepted)?$/)
    const [run] = runs
    const { result } = await setup.untilEnded(run?.id ?? '')
    expect(result?.Seen).toMatchObject({ body: { order: 7 } })
  })

  test.skipIf(isSkipped)('is refused with another secret', TIMEOUT, async () => {
    const { printed, runs } = await call('another secret')
    expect(printed).toContain('401')
    expect(runs).toEqual([])
  })
})
