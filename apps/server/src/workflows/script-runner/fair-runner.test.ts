import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import { openRunner, type ScriptRunner } from './open-runner.ts'

let runner: ScriptRunner
let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'plinth-jail-'))
  const secretFile = join(dataDir, 'secret.key')
  await writeFile(secretFile, 'secret')
  runner = openRunner({ mode: 'jailed', dataDir, port: 1, secretFile }, pino({ level: 'silent' }))
})
afterEach(async () => {
  await runner.close()
  await rm(dataDir, { recursive: true, force: true })
})

const scope = { in: {}, node: {}, trigger: null, const: {}, run: {}, now: 'now' }
const run = (
  projectId: string,
  script: string,
  more: { isPreview?: boolean; ms?: number } = {},
) => {
  const { isPreview = false, ms = 2_000 } = more
  return runner.run({ code: { script }, scope, timeLimitMs: ms }, { projectId, isPreview })
}

test('runs a script of one project while endless ones of another wait (R14)', async () => {
  await run('quiet', 'return 1')
  const ended: string[] = []
  const hostile = Array.from({ length: 4 }, () =>
    run('hostile', 'for (;;);').catch(() => ended.push('hostile')),
  )
  for (let time = 0; time < 5; time += 1) {
    expect((await run('quiet', 'return 1')).value).toBe(1)
    ended.push('quiet')
  }
  expect(ended).toEqual(['quiet', 'quiet', 'quiet', 'quiet', 'quiet'])
  await runner.close()
  await Promise.all(hostile)
})

test('refuses the previews of a project that has too many waiting, and none of another', async () => {
  const previews = Array.from({ length: 30 }, () =>
    run('hostile', 'return 1', { isPreview: true, ms: 10_000 }).then(
      () => 'done',
      (error: unknown) => error,
    ),
  )
  const quiet = run('quiet', 'return 2', { isPreview: true, ms: 10_000 })
  const refused = (await Promise.all(previews)).filter((each) => each instanceof ApiError)
  expect((await quiet).value).toBe(2)
  expect(refused).toHaveLength(30 - 2 - 20)
  expect(refused[0]).toMatchObject({ code: 'rate_limited', status: 429 })
  expect(refused[0]?.retryAfterSeconds).toBeGreaterThan(0)
})

test('does not refuse the scripts of runs, and forgets one whose run was ended', async () => {
  const stop = new AbortController()
  const job = { code: { script: 'return 1' }, scope, timeLimitMs: 10_000 }
  const scripts = Array.from({ length: 30 }, () => run('busy', 'return 1', { ms: 10_000 }))
  const aborted = runner.run(job, { projectId: 'busy', signal: stop.signal })
  stop.abort(new Error('cancelled'))
  await expect(aborted).rejects.toThrow('cancelled')
  expect(new Set((await Promise.all(scripts)).map(({ value }) => value))).toEqual(new Set([1]))
})
