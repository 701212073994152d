import { createProject, deleteProject, getProject, listAudit } from '@plinth/contract'
import { beforeAll, expect, test } from 'vitest'
import { plinth } from '../../operations/backups/testing/plinth.ts'
import { newProject, newStaff, type Person } from '../testing/people.ts'

let owner: Person
let projectId: string
beforeAll(async () => {
  owner = await newStaff()
  projectId = await newProject(owner)
})

async function newProjectNamed(person: Person, name: string): Promise<string> {
  const body = { cloned: false, name } as const
  return (await person.client.call(createProject, { body })).projectId
}

async function read() {
  const { projectData } = await owner.client.call(getProject, { params: { projectId } })
  return projectData.availability
}

test('suspends, shows and opens a project while the server runs, and is audited', async () => {
  const suspended = await plinth('project', 'suspend', projectId, '--reason', 'Unpaid')
  expect(suspended).toMatchObject({ code: 0, said: expect.stringContaining('Reason: Unpaid') })
  expect(await read()).toMatchObject({ state: 'suspended', reason: 'Unpaid', by: null })
  const shown = await plinth('project', 'status', projectId)
  expect(shown.said).toContain(`${projectId} has been suspended since `)
  expect(shown.said).toContain('set by the command line')
  for (const [act, state] of [
    ['read-only', 'read-only'],
    ['archive', 'archived'],
    ['open', 'open'],
  ] as const) {
    expect((await plinth('project', act, projectId)).code).toBe(0)
    expect((await read()).state).toBe(state)
  }
  const { entries } = await owner.client.call(listAudit, {
    params: { projectId },
    query: { area: 'availability' },
  })
  expect(entries).toHaveLength(4)
  expect(entries.at(-1)).toMatchObject({
    person: null,
    request_id: 'command line',
    after: { state: 'suspended', reason: 'Unpaid' },
  })
}, 180_000)

test.each([
  ['no project', ['suspend'], 'plinth-server project status ID'],
  ['no deleted project', ['restore'], 'plinth-server project deleted'],
  ['an unknown act', ['stop', 'prj_01h455vb4pex5vsknk084sn02q'], 'plinth-server project status ID'],
  ['an unknown project', ['archive', 'prj_01h455vb4pex5vsknk084sn02q'], 'There is no project'],
  ['no reason', ['suspend', 'prj_01h455vb4pex5vsknk084sn02q'], '--reason TEXT'],
  [
    'a long reason',
    ['suspend', 'prj_01h455vb4pex5vsknk084sn02q', '--reason', 'x'.repeat(501)],
    'too long',
  ],
])('refuses %s', async (_name, args, said) => {
  const refused = await plinth('project', ...args)
  expect(refused).toMatchObject({ code: 2, said: expect.stringContaining(said) })
})

test('lists, restores and erases deleted projects, and is audited', async () => {
  const person = await newStaff()
  const params = { projectId: await newProject(person) }
  const { name } = (await person.client.call(getProject, { params })).projectData
  const early = await plinth('project', 'restore', params.projectId)
  expect(early).toMatchObject({ code: 2, said: expect.stringContaining('no deleted project') })
  await person.client.call(deleteProject, { params })
  const { said } = await plinth('project', 'deleted')
  expect(said).toContain(`${params.projectId}  ${name}  deleted `)
  const taken = await newProjectNamed(person, name)
  const refused = await plinth('project', 'restore', params.projectId)
  expect(refused).toMatchObject({ code: 2, said: expect.stringContaining('Enter another name') })
  const restored = await plinth('project', 'restore', params.projectId, '--name', `${name} 2`)
  expect(restored).toMatchObject({ code: 0, said: expect.stringContaining(`${name} 2`) })
  const { projectData } = await person.client.call(getProject, { params })
  expect(projectData.name).toBe(`${name} 2`)
  const query = { area: 'project' } as const
  const { entries } = await person.client.call(listAudit, { params, query })
  expect(entries[0]).toMatchObject({ action: 'restored', request_id: 'command line' })

  await person.client.call(deleteProject, { params: { projectId: taken } })
  const wrong = await plinth('project', 'delete-now', taken, '--confirm', 'another')
  expect(wrong).toMatchObject({ code: 2, said: expect.stringContaining('Nothing was changed') })
  expect((await plinth('project', 'delete-now', taken, '--confirm', name)).code).toBe(0)
  expect((await plinth('project', 'restore', taken)).code).toBe(2)
  expect((await plinth('project', 'deleted')).said).not.toContain(taken)
}, 180_000)
