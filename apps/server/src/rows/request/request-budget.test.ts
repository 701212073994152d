import { exportUsage, getUsage } from '@plinth/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../../app/testing/eventually.ts'
import { plinth } from '../../operations/backups/testing/plinth.ts'
import { hard, setBudget } from '../../projects/budgets/testing/set-budget.ts'
import { type Library, openLibrary, send } from '../testing/shelf.ts'

const LIMIT = 5

const list = ({ projectId }: Library, token: string) =>
  send('GET', 'book', { token, query: { $projectId: projectId } })

describe.each(['postgres', 'sqlite3'] as const)('requests on %s', (database) => {
  let busy: Library
  let quiet: Library
  beforeAll(async () => {
    ;[busy, quiet] = [await openLibrary(database), await openLibrary(database)]
  })

  test('over the budget of a project are 429, and none of another project or of staff', async () => {
    await setBudget(busy.projectId, { requestsPerSecond: hard(LIMIT) })
    const answers = await Promise.all(
      Array.from({ length: 10 * LIMIT }, () => list(busy, busy.ann.token)),
    )
    const statuses = new Set(answers.map(({ status }) => status))
    expect(statuses).toEqual(new Set([200, 429]))
    const accepted = answers.filter(({ status }) => status === 200)
    expect(accepted.length).toBeGreaterThanOrEqual(LIMIT)
    expect(accepted[0]?.headers.get('ratelimit-limit')).toBe(String(LIMIT))
    const refused = answers.find(({ status }) => status === 429)
    expect(refused?.headers.get('retry-after')).toBe('1')
    expect(refused?.body.error).toMatchObject({
      code: 'rate_limited',
      message: expect.stringContaining('at its budget of 5 requests per second'),
      details: { budget: 'requestsPerSecond', limit: LIMIT },
    })
    expect((await list(quiet, quiet.ann.token)).status).toBe(200)
    expect((await list(busy, busy.owner.token)).status).toBe(200)
    const { usage } = await eventually(async () => {
      const params = { projectId: busy.projectId }
      const read = await busy.owner.client.call(getUsage, { params })
      return read.usage.warnings.length > 0 && read
    })
    expect(usage.warnings).toEqual([{ kind: 'requestsPerSecond', level: 'hard', limit: LIMIT }])
    await setBudget(busy.projectId, {})
    const again = await Promise.all(Array.from({ length: 20 }, () => list(busy, busy.ann.token)))
    expect(again.every(({ status }) => status === 200)).toBe(true)
  })

  test('are counted per day, and exported as CSV and JSON', async () => {
    const params = { projectId: quiet.projectId }
    const { client } = quiet.owner
    const today = new Date().toISOString().slice(0, 10)
    const requestsOf = async () => {
      const { usage } = await client.call(getUsage, { params })
      return usage.days.find(({ day }) => day === today)?.requests ?? 0
    }
    const before = await requestsOf()
    for (let at = 0; at < 7; at += 1) await list(quiet, quiet.ann.token)
    expect(await requestsOf()).toBe(before + 7)
    const csv = await (await client.download(exportUsage, { params })).text()
    const [head, ...lines] = csv.trim().split('\n')
    expect(head).toBe('project,day,requests,runs,rows,rowBytes,fileBytes')
    expect(lines.at(-1)).toMatch(new RegExp(`^${quiet.projectId},${today},${before + 7},0,`))
    const query = { format: 'json' as const }
    const json = await (await client.download(exportUsage, { params, query })).text()
    const days = JSON.parse(json) as { project: string; day: string; requests: number }[]
    expect(days.at(-1)).toMatchObject({ project: quiet.projectId, day: today })
    const said = await plinth('usage', '--project', quiet.projectId)
    // Rows may have been measured meanwhile.
    const known = `${quiet.projectId},${today},${before + 7},0,`
    expect(said).toMatchObject({ code: 0, said: expect.stringContaining(known) })
    const all = await plinth('usage', '--from', today, '--to', today, '--format', 'json')
    expect(JSON.parse(all.said).length).toBeGreaterThan(1)
  })

  test.each([
    ['from after to', { from: '2026-02-02', to: '2026-02-01' }],
    ['too many days', { from: '2020-01-01', to: '2026-02-01' }],
    ['a day that does not exist', { from: '2026-02-31' }],
  ])('refuses %s', async (_name, query) => {
    const params = { projectId: quiet.projectId }
    await expect(quiet.owner.client.call(getUsage, { params, query })).rejects.toMatchObject({
      status: 422,
    })
  })
})

test.each([
  ['a format', ['--format', 'xml']],
  ['a day', ['--from', 'yesterday']],
  ['a project', ['--project', 'x']],
])('plinth-server usage refuses %s that is not valid', async (_name, args) => {
  const refused = await plinth('usage', ...args)
  expect(refused).toMatchObject({ code: 2, said: expect.stringContaining('plinth-server usage') })
})
