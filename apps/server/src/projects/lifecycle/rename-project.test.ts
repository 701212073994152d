import { randomUUID } from 'node:crypto'
import { createProject, getProject, listAudit, renameProject } from '@plinth/contract'
import { expect, test } from 'vitest'
import { expectApiError, join, newProject, newStaff } from '../../app/testing/people.ts'

test('an owner renames a project, but not to the name of another', async () => {
  const owner = await newStaff()
  const developer = await newStaff()
  const projectId = await newProject(owner)
  const other = `Other ${randomUUID()}`
  await owner.client.call(createProject, { body: { cloned: false, name: other } })
  await join(developer, { projectId, role: 'developer' })
  const rename = (name: string, by = owner) =>
    by.client.call(renameProject, { params: { projectId }, body: { name } })
  const name = `Renamed ${randomUUID()}`
  expect(await rename(`  ${name} `)).toEqual({ name })
  const { projectData } = await owner.client.call(getProject, { params: { projectId } })
  expect(projectData.name).toBe(name)
  const { entries } = await owner.client.call(listAudit, { params: { projectId } })
  expect(entries[0]).toMatchObject({ action: 'renamed', area: 'project', after: { name } })
  const refusal = await expectApiError(rename(other.toUpperCase()))
  expect(refusal).toMatchObject({ code: 'conflict', details: [{ path: 'name' }] })
  expect((await expectApiError(rename(' '))).code).toBe('invalid')
  expect((await expectApiError(rename('Mine', developer))).code).toBe('forbidden')
  // Its own name in other capitals is free.
  expect(await rename(name.toUpperCase())).toEqual({ name: name.toUpperCase() })
})
