import {
  type AvailabilityState,
  getProject,
  listAudit,
  listProjects,
  saveAvailability,
} from '@plinth/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  expectApiError,
  join,
  newProject,
  newStaff,
  type Person,
  theAdmin,
} from '../../app/testing/people.ts'

const ROLES = ['developer', 'owner', 'admin'] as const
type Who = (typeof ROLES)[number]
let people: Record<Who, Person>

beforeAll(async () => {
  const [developer, owner, admin] = await Promise.all([newStaff(), newStaff(), theAdmin()])
  people = { developer, owner, admin }
})

async function openProject(): Promise<string> {
  const projectId = await newProject(people.owner)
  await join(people.developer, { projectId, role: 'developer' })
  return projectId
}

const save = (
  who: Who,
  projectId: string,
  {
    state,
    reason = 'because',
    ifMatch,
  }: { state: AvailabilityState; reason?: string; ifMatch?: number },
) =>
  people[who].client.call(saveAvailability, {
    params: { projectId },
    body: { state, reason },
    ...(ifMatch === undefined ? {} : { ifMatch }),
  })

describe('who may change it', () => {
  const OWNED: readonly AvailabilityState[] = ['open', 'read-only', 'archived']
  test.each([
    ...OWNED.flatMap((from) => OWNED.map((to) => ({ from, to, may: ['owner', 'admin'] }))),
    ...OWNED.map((from) => ({ from, to: 'suspended', may: ['admin'] })),
    ...['open', 'read-only'].map((to) => ({ from: 'suspended', to, may: ['admin'] })),
  ] as { from: AvailabilityState; to: AvailabilityState; may: Who[] }[])(
    'from $from to $to: $may',
    async ({ from, to, may }) => {
      const projectId = await openProject()
      for (const who of ROLES) {
        await save('admin', projectId, { state: from })
        const saving = save(who, projectId, { state: to })
        if (may.includes(who)) expect((await saving).availability.state).toBe(to)
        else expect(await expectApiError(saving)).toMatchObject({ status: 403, code: 'forbidden' })
      }
    },
  )

  test('a suspended project cannot be archived, which would let its owner open it', async () => {
    const projectId = await openProject()
    await save('admin', projectId, { state: 'suspended', reason: 'Abuse' })
    const refused = await expectApiError(save('admin', projectId, { state: 'archived' }))
    expect(refused).toMatchObject({ status: 409, code: 'conflict' })
    expect(refused.message).toContain('lift the suspension first')
    const owned = await expectApiError(save('owner', projectId, { state: 'archived' }))
    expect(owned.code).toBe('forbidden')
    await save('admin', projectId, { state: 'read-only' })
    expect((await save('admin', projectId, { state: 'archived' })).availability.state).toBe(
      'archived',
    )
  })

  test('refuses a suspension without a reason, and a reason that is too long', async () => {
    const projectId = await openProject()
    for (const reason of ['', '   ', 'x'.repeat(501)]) {
      const refused = save('admin', projectId, { state: 'suspended', reason })
      expect(await expectApiError(refused)).toMatchObject({
        status: 422,
        details: [{ path: 'reason' }],
      })
    }
    expect(
      (await save('admin', projectId, { state: 'archived', reason: '' })).availability,
    ).toMatchObject({ state: 'archived', reason: '' })
  })
})

test('shows who, since when and why, and forgets the reason of an open project', async () => {
  const projectId = await openProject()
  const read = async () => {
    const { projectData } = await people.developer.client.call(getProject, {
      params: { projectId },
    })
    return projectData.availability
  }
  expect(await read()).toEqual({ state: 'open', reason: '', by: null, since: null, revision: 0 })
  const { availability } = await save('owner', projectId, { state: 'read-only', reason: ' Audit ' })
  const shown = await read()
  expect(shown).toMatchObject({
    ...{ state: 'read-only', reason: 'Audit', by: 'Test Person', revision: 1 },
  })
  expect({ ...availability, since: null }).toEqual({ ...shown, since: null })
  expect(Date.now() - Date.parse(shown.since ?? '')).toBeLessThan(60_000)
  await save('owner', projectId, { state: 'open', reason: 'done' })
  expect(await read()).toMatchObject({ state: 'open', reason: '', revision: 2 })
})

test('rejects a stale revision with both sides', async () => {
  const projectId = await openProject()
  const saved = await save('owner', projectId, { state: 'read-only', ifMatch: 0 })
  const late = await expectApiError(save('admin', projectId, { state: 'open', ifMatch: 0 }))
  expect(late).toMatchObject({
    status: 409,
    code: 'stale',
    details: {
      revision: 1,
      theirs: { ...saved.availability, since: expect.any(String) },
      yours: { state: 'open' },
    },
  })
})

test('is in the audit log with its author, both states and the reason', async () => {
  const projectId = await openProject()
  await save('owner', projectId, { state: 'read-only', reason: 'Migration' })
  await save('admin', projectId, { state: 'suspended', reason: 'Abuse' })
  const { entries } = await people.owner.client.call(listAudit, {
    params: { projectId },
    query: { area: 'availability' },
  })
  expect(entries).toMatchObject([
    {
      person: { id: people.admin.id },
      before: { state: 'read-only', reason: 'Migration' },
      after: { state: 'suspended', reason: 'Abuse' },
    },
    {
      person: { id: people.owner.id },
      before: { state: 'open', reason: '' },
      after: { state: 'read-only', reason: 'Migration' },
    },
  ])
})

test('lists archived projects only under their own filter, and counts them apart', async () => {
  const owner = await newStaff()
  const [kept, archived] = [await newProject(owner), await newProject(owner)]
  const list = async (status?: 'in-sync' | 'out-of-sync' | 'archived') => {
    const query = status ? { status } : {}
    const { projects, total, counts } = await owner.client.call(listProjects, { query })
    return { ids: projects.map(({ id }) => id), total, counts }
  }
  const set = (state: AvailabilityState) =>
    owner.client.call(saveAvailability, { params: { projectId: archived }, body: { state } })
  await set('archived')
  const counts = { all: 1, outOfSync: 0, archived: 1 }
  expect(await list()).toEqual({ ids: [kept], total: 1, counts })
  expect(await list('in-sync')).toEqual({ ids: [kept], total: 1, counts })
  expect(await list('out-of-sync')).toEqual({ ids: [], total: 0, counts })
  expect(await list('archived')).toEqual({ ids: [archived], total: 1, counts })
  const { projects } = await owner.client.call(listProjects, { query: { status: 'archived' } })
  expect(projects[0]?.availability).toMatchObject({ state: 'archived', by: 'Test Person' })
  await set('read-only')
  expect((await list()).ids).toEqual([archived, kept])
})
