import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readJob } from './inside/protocol.ts'
import { openRunner, type ScriptRunner } from './open-runner.ts'
import { readLine } from './runner-process.ts'

let runner: ScriptRunner
let dataDir: string
const scope = { in: { n: 2 }, node: {}, trigger: null, const: { KEY: 'k' }, run: {}, now: 'now' }

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'plinth-jail-'))
  const secretFile = join(dataDir, 'secret.key')
  await writeFile(secretFile, 'secret')
  runner = openRunner({ mode: 'jailed', dataDir, port: 1, secretFile }, pino({ level: 'silent' }))
})
afterAll(async () => {
  await runner.close()
  await rm(dataDir, { recursive: true, force: true })
})

const script = (text: string, timeLimitMs = 1_000) =>
  runner.run({ code: { script: text }, scope, timeLimitMs }, { projectId: 'a' })
const expressions = (...texts: string[]) =>
  runner.run({ code: { expressions: texts }, scope, timeLimitMs: 1_000 }, { projectId: 'a' })

test.each<[string, unknown]>([
  ['return $in.n + 1', 3],
  ['return { key: $const.KEY, now: $now }', { key: 'k', now: 'now' }],
  ['return await Promise.resolve([1])', [1]],
  ['const x = 1', null],
  ['return undefined', null],
  ['return "\\u0000\\ud800"', '\0\ud800'],
])('%s', async (text, value) => {
  expect((await script(text)).value).toEqual(value)
})

test('returns console output', async () => {
  const { logs } = await script('console.log("a", { b: 1 }); console.error(2)')
  expect(logs).toEqual(['a {"b":1}', '2'])
  const failed = script('console.log("before"); throw new Error("no")')
  await expect(failed).rejects.toMatchObject({ logs: ['before'] })
})

test('evaluates all expressions of a node in one message', async () => {
  expect((await expressions('$in.n * 2', '"n is " + $in.n')).value).toEqual([4, 'n is 2'])
  await expect(expressions('$in.missing')).rejects.toThrow('{{ $in.missing }} has no value')
  await expect(expressions('1 +')).rejects.toThrow('SyntaxError')
})

test.each([
  ['throw new Error("no")', 'Error: no'],
  ['return (', 'SyntaxError'],
  ['throw null', 'It threw null'],
  ['return { __proto__: null, ["__proto__"]: 1 }', 'is not allowed'],
  ['const a = []; a.push(a); return a', 'circular'],
  ['return 10n', 'BigInt'],
])('%s fails with the reason', async (text, message) => {
  await expect(script(text)).rejects.toThrow(message)
})

test('shares no state between jobs', async () => {
  await script('globalThis.left = 1; Array.prototype.left = 1; return 1')
  expect((await script('return [typeof left, [].left === undefined]')).value).toEqual([
    'undefined',
    true,
  ])
})

test.each([
  ['a loop', 'for (;;);'],
  ['a loop of promises', 'const again = () => Promise.resolve().then(again); await again()'],
  ['a promise that is never kept', 'await new Promise(() => {})'],
  ['a heap', 'const a = []; for (;;) a.push(new Array(1e5).fill(1.1))'],
  ['a getter', 'return { get a() { for (;;); } }'],
])('kills a resource bomb soon after its limit: %s (R14)', async (_name, text) => {
  // `npm run faults -- scripts --full` measures the time; here it only has to be killed. Both runners are
  // started first, so that the start of a replacement is not measured.
  await Promise.all([script('return 1'), script('return 1')])
  const begun = performance.now()
  const neighbour = script('return "fine"')
  await expect(script(text, 500)).rejects.toThrow(/too long|memory|stopped/)
  expect(performance.now() - begun).toBeLessThan(500 + 8_000)
  expect((await neighbour).value).toBe('fine')
})

test('refuses to run scripts in a leaking jail (R15)', async () => {
  const facts = { mode: 'jailed', dataDir, port: 1, secretFile: '/app/package.json' } as const
  const open = openRunner(facts, pino({ level: 'silent' }))
  const job = { code: { script: 'return 1' }, scope, timeLimitMs: 1_000 }
  await expect(open.run(job, { projectId: 'a' })).rejects.toThrow('it can read /app/package.json')
  await open.close()
})

test.each([
  '',
  'not json',
  'null',
  '{"ready":false}',
  '{"id":"1","answer":"x"}',
  '{"id":1,"answer":{}}',
])('does not take the line %j for a reply of the jail', (line) => {
  expect(readLine(line)).toBeUndefined()
})

test('reads replies of the jail, and jobs inside it', () => {
  expect(readLine('{"id":1,"answer":"{}"}')).toEqual({ id: 1, answer: '{}' })
  const job = { id: 1, given: '{}', timeLimitMs: 5 }
  expect(readJob(JSON.stringify(job))).toEqual(job)
  expect(() => readJob('{"id":1}')).toThrow('a job has another shape')
})
