import {
  BUDGET_KINDS,
  type BudgetChoices,
  getDefaultBudget,
  getUsage,
  listAudit,
  saveBudget,
  saveDefaultBudget,
} from '@plinth/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectApiError, join, newProject, newStaff, theAdmin } from '../../app/testing/people.ts'
import { useOwnServer } from '../../app/testing/use-own-server.ts'
import { plinth } from '../../operations/backups/testing/plinth.ts'
import { hard } from './testing/set-budget.ts'

useOwnServer()

async function openPeople() {
  const [admin, owner, developer] = [await theAdmin(), await newStaff(), await newStaff()]
  const projectId = await newProject(owner)
  await join(developer, { projectId, role: 'developer' })
  return { admin, owner, developer, projectId }
}
let people: Awaited<ReturnType<typeof openPeople>>
beforeAll(async () => {
  people = await openPeople()
})

const save = (
  who: 'admin' | 'owner' | 'developer',
  body: Partial<BudgetChoices>,
  ifMatch?: number,
) =>
  people[who].client.call(saveBudget, {
    params: { projectId: people.projectId },
    body,
    ...(ifMatch === undefined ? {} : { ifMatch }),
  })
const saveDefaults = (who: 'admin' | 'owner', body: Partial<BudgetChoices>) =>
  people[who].client.call(saveDefaultBudget, { body })

async function read(who: 'admin' | 'owner' | 'developer' = 'developer') {
  const { usage } = await people[who].client.call(getUsage, {
    params: { projectId: people.projectId },
  })
  return usage
}

async function limitsOf(kind: (typeof BUDGET_KINDS)[number]) {
  const { kinds } = await read()
  const { soft, hard, isOwn } = kinds.find((each) => each.kind === kind) ?? {}
  return { soft, hard, isOwn }
}

test('has no limits by default, and every member reads usage', async () => {
  for (const who of ['admin', 'owner', 'developer'] as const) {
    const { kinds, warnings, days } = await read(who)
    expect(kinds.map(({ kind }) => kind)).toEqual([...BUDGET_KINDS])
    for (const each of kinds) expect(each).toMatchObject({ soft: null, hard: null, isOwn: false })
    expect(warnings).toEqual([])
    expect(Array.isArray(days)).toBe(true)
  }
})

describe('who may change budgets', () => {
  test.each(['owner', 'developer'] as const)('not the %s of a project', async (who) => {
    const refused = { status: 403, code: 'forbidden' }
    expect(await expectApiError(save(who, { rows: hard(5) }))).toMatchObject(refused)
    const { client } = people[who]
    const defaults = client.call(saveDefaultBudget, { body: {} })
    expect(await expectApiError(defaults)).toMatchObject(refused)
    expect(await expectApiError(client.call(getDefaultBudget, {}))).toMatchObject(refused)
  })

  test('an admin, over the defaults of the organisation', async () => {
    await saveDefaults('admin', { rows: { soft: 80, hard: 100 }, runsAtOnce: hard(9) })
    expect(await limitsOf('rows')).toEqual({ soft: 80, hard: 100, isOwn: false })
    await save('admin', { rows: { soft: null, hard: 7 } })
    expect(await limitsOf('rows')).toEqual({ soft: null, hard: 7, isOwn: true })
    expect(await limitsOf('runsAtOnce')).toEqual({ soft: null, hard: 9, isOwn: false })
    // Own budgets may also lift the default.
    await save('admin', { rows: { soft: null, hard: null } })
    expect(await limitsOf('rows')).toEqual({ soft: null, hard: null, isOwn: true })
    await save('admin', {})
    expect(await limitsOf('rows')).toEqual({ soft: 80, hard: 100, isOwn: false })
    await saveDefaults('admin', {})
    expect(await limitsOf('rows')).toEqual({ soft: null, hard: null, isOwn: false })
  })
})

test('gives the defaults to a project that is created later', async () => {
  await saveDefaults('admin', { bytes: hard(5_000_000) })
  const projectId = await newProject(people.owner)
  const { usage } = await people.owner.client.call(getUsage, { params: { projectId } })
  expect(usage.kinds.find(({ kind }) => kind === 'bytes')?.hard).toBe(5_000_000)
  await saveDefaults('admin', {})
})

test.each([
  ['a soft limit above the hard one', { rows: { soft: 6, hard: 5 } }, 'rows.soft'],
  ['a limit of 0', { runsPerMinute: hard(0) }, 'runsPerMinute.hard'],
  ['a fraction', { bytes: hard(1.5) }, 'bytes.hard'],
  ['a soft limit of log days', { logDays: { soft: 2, hard: 5 } }, 'logDays.soft'],
])('rejects %s', async (_name, body, path) => {
  const refused = await expectApiError(save('admin', body))
  expect(refused).toMatchObject({ status: 422, details: [{ path }] })
})

test('rejects a stale save with both versions', async () => {
  const { budget } = await save('admin', { rows: hard(11) })
  const late = await expectApiError(save('admin', { rows: hard(12) }, budget.revision - 1))
  expect(late).toMatchObject({
    status: 409,
    code: 'stale',
    details: { revision: budget.revision, theirs: { rows: hard(11) }, yours: { rows: hard(12) } },
  })
  expect((await save('admin', {}, budget.revision)).budget.revision).toBe(budget.revision + 1)
})

test('is in the audit log with both versions', async () => {
  await save('admin', { runsAtOnce: hard(3) })
  await save('admin', {})
  const { entries } = await people.owner.client.call(listAudit, {
    params: { projectId: people.projectId },
    query: { area: 'budget' },
  })
  expect(entries[0]).toMatchObject({
    person: { id: people.admin.id },
    before: { runsAtOnce: hard(3) },
    after: { runsAtOnce: null },
  })
})

describe('the command line', () => {
  test('sets, shows and removes a budget, and is audited', async () => {
    const { projectId } = people
    const set = await plinth('budget', 'set', projectId, 'rows', '--soft', '900', '--hard', '1000')
    expect(set).toMatchObject({
      code: 0,
      said: expect.stringContaining('rows: soft 900 rows, hard 1,000 rows\n'),
    })
    expect((await plinth('budget', 'set', 'defaults', 'logDays', '--hard', '30')).code).toBe(0)
    const shown = await plinth('budget', 'show', projectId)
    expect(shown.said).toContain('logDays: soft none, hard 30 days of logs (default)')
    expect(shown.said).toContain('rows: soft 900 rows, hard 1,000 rows\n')
    expect((await plinth('budget', 'inherit', projectId, 'rows')).code).toBe(0)
    expect((await plinth('budget', 'inherit', 'defaults', 'logDays')).code).toBe(0)
    expect((await plinth('budget', 'show', projectId)).said).toContain('rows: soft none, hard none')
    const { entries } = await people.owner.client.call(listAudit, {
      params: { projectId },
      query: { area: 'budget' },
    })
    expect(entries[0]).toMatchObject({ person: null, request_id: 'command line' })
  }, 180_000)

  test.each([
    ['no project', ['set'], 'plinth-server budget show ID'],
    ['an unknown kind', ['set', 'defaults', 'cats', '--hard', '1'], 'plinth-server budget show ID'],
    ['a limit that is no number', ['set', 'defaults', 'rows', '--hard', 'x'], 'whole number'],
    ['soft above hard', ['set', 'defaults', 'rows', '--soft', '2', '--hard', '1'], 'Must not be'],
    ['an unknown project', ['show', 'prj_01h455vb4pex5vsknk084sn02q'], 'There is no project'],
  ])(
    'refuses %s',
    async (_name, args, said) => {
      const refused = await plinth('budget', ...args)
      expect(refused).toMatchObject({ code: 2, said: expect.stringContaining(said) })
    },
    60_000,
  )
})
