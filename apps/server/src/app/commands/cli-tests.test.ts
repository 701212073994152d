import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { newPersonalKey } from '../../accounts/personal-keys/testing/device-login.ts'
import { testPlace } from '../../workflows/workflow-tests/testing/test-place.ts'
import { runnable, wires } from '../testing/runnable.ts'

/** Each call starts a process. */
vi.setConfig({ testTimeout: 60_000 })
const cli = join(import.meta.dirname, '../../../../../packages/cli/src/main.ts')

let folder: string
let place: Awaited<ReturnType<typeof testPlace>>
let key: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plinth-tests-'))
  place = await testPlace()
  key = await newPersonalKey(place.owner, { projectIds: [place.projectId] })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function plinth(...args: string[]) {
  const env = {
    ...process.env,
    XDG_CONFIG_HOME: folder,
    PLINTH_URL: inject('server').address,
    PLINTH_KEY: key,
  }
  return promisify(execFile)(process.execPath, [cli, 'test', ...args], { env })
    .then((done) => ({ ...done, code: 0 }))
    .catch((error: { stdout: string; stderr: string; code: number }) => error)
}

const page = readFileSync(
  join(import.meta.dirname, '../../../../../docs/guide/workflow-tests.md'),
  'utf8',
)
/** The first block of the guide in a language. */
const sampleOf = (language: string) =>
  new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'm').exec(page)?.[1] ?? ''

const script = (code: string) => runnable('sum', 'javascript', { parameters: { code } })

test('plinth test runs the tests of dev with a read-only key and writes a JUnit report', async () => {
  const first = { nodes: [script('return 120')] }
  const orders = await place.record(first, 'A large <order> & "more"')
  await place.record({ nodes: [script('return 1')] }, 'Another')
  const passed = await plinth()
  expect(passed).toMatchObject({ code: 0, stderr: expect.stringContaining('2 of 2 tests passed.') })

  await place.update(orders.workflowId, { name: orders.name, nodes: [script('return 100')] })
  const report = join(folder, 'report.xml')
  const failed = await plinth('--junit', report)
  expect(failed.code).toBe(1)
  expect(failed.stdout).toMatch(/FAILED/)
  expect(failed.stdout).toContain('sum: output is not equal to what is expected')
  expect(failed.stderr).toContain('1 of 2 tests passed.')
  const xml = await readFile(report, 'utf8')
  expect(xml).toContain('<testsuites name="plinth" tests="2" failures="1"')
  expect(xml).toContain('name="A large &lt;order&gt; &amp; &quot;more&quot;"')
  expect(xml).toContain('expected (equal): 120&#10;  actual: 100')

  const only = await plinth('--workflow', orders.name, '--json')
  expect(JSON.parse(only.stdout)).toMatchObject([
    { name: orders.name, results: [{ passed: false, differences: [{ value: 120, actual: 100 }] }] },
  ])
  expect(await plinth('--workflow', 'Nothing')).toMatchObject({ code: 2 })
})

test('plinth test reports a refused effect', async () => {
  const { workflowId, name } = await place.record({ nodes: [script('return 1')] }, 'Refused')
  const call = runnable('call', 'http_request', { parameters: { url: 'http://127.0.0.1' } })
  const connections = wires('sum -> call')
  await place.update(workflowId, { name, nodes: [script('return 1'), call], connections })
  const report = join(folder, 'refused.xml')
  const failed = await plinth('--workflow', workflowId, '--junit', report)
  expect(failed).toMatchObject({ code: 1, stdout: expect.stringContaining('has an effect') })
  expect(await readFile(report, 'utf8')).toContain('<failure type="refused"')
})

test('prints what the guide shows, for the expectation that it shows', async () => {
  const own = await testPlace()
  const nodes = [script('return { total: 120, at: 1 }')]
  const workflow = await own.create({ name: 'Orders', nodes })
  const { runId } = await own.execute({ nodes }, { workflowId: workflow.id })
  const made = await own.make(workflow.id, runId, 'A large order')
  const expectations = [JSON.parse(sampleOf('json'))]
  await own.change(workflow.id, made.id, { expectations })
  await own.update(workflow.id, { name: 'Orders', nodes: [script('return { total: 100, at: 2 }')] })
  key = await newPersonalKey(own.owner, { projectIds: [own.projectId] })
  const shown = await plinth('--junit', join(folder, 'guide.xml'))
  const plain = (text: string) => text.replace(/FAILED {2}\d+ *$/m, 'FAILED  12')
  const [, ...printed] = sampleOf('console').split('\n')
  expect(plain(shown.stdout) + shown.stderr).toBe(printed.join('\n'))
})
