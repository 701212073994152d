import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hookPlace } from '../../../app/testing/hook-place.ts'

const PAGE = join(import.meta.dirname, '../../../../../../docs/guide/webhooks.md')
const SECRET = 'a secret that only the caller and the webhook know'

/** Programs that execute the samples of the page, by the language of their code block. */
const PROGRAMS = [
  { language: 'ts', file: 'sample.ts', program: process.execPath },
  { language: 'python', file: 'sample.py', program: 'python3' },
]

/** Languages whose samples are not executed, with the reason. */
const NOT_EXECUTED = new Map([
  ['go', 'The Go toolchain is not installed on the machines that run the tests.'],
  ['php', 'PHP is not installed on the machines that run the tests.'],
])

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

test('every sample is executed, or has a reason why it is not', () => {
  const executed = PROGRAMS.map(({ language }) => language)
  expect([...samples.keys()]).toEqual([...executed, ...NOT_EXECUTED.keys()])
})

describe.each(PROGRAMS)('$language', ({ language, file, program }) => {
  async function call(secret: string) {
    const data = { hosts: ['plinth.example.com'], header: 'X-Signature', apiKey: SECRET }
    const credentials = { signing_key: await setup.credential('api-key', data) }
    const parameters = { check: 'signature', signed_text: 'timestamp' }
    const { url, id } = await setup.hook({ parameters, credentials })
    await writeFile(join(folder, file), samples.get(language) ?? '')
    const env = { ...process.env, WEBHOOK_URL: url, WEBHOOK_SECRET: secret }
    const ended = await promisify(execFile)(program, [join(folder, file)], { env }).then(
      ({ stdout }) => stdout,
      ({ stderr }: { stderr: string }) => stderr,
    )
    return { printed: ended, runs: await setup.runsOf(id) }
  }

  test('starts a run with its signed body', async () => {
    const { printed, runs } = await call(SECRET)
    expect(printed.trim()).toBe('202')
    const [run] = runs
    const { result } = await setup.untilEnded(run?.id ?? '')
    expect(result?.Seen).toMatchObject({ body: { order: 7 } })
  })

  test('is refused with another secret', async () => {
    const { printed, runs } = await call('another secret')
    expect(printed).toContain('401')
    expect(runs).toEqual([])
  })
})
