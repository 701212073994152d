import { createWorkflow, executeWorkflow, listWorkflows, updateWorkflow } from '@plinth/contract'
import { expectClean } from '../harness/expect-clean.ts'
import { expect, rowOf, test } from '../harness/fixtures.ts'
import { drawNode, readKinds } from '../workflow-editor/workflow-steps.ts'

const empty = { nodes: [], connections: [] }

test('workflows are switched, searched and shown with their last run', async ({
  page,
  project,
  me,
}) => {
  test.setTimeout(90_000)
  for (const name of ['Orders', 'Live']) {
    const body = { name, ...empty, active: true }
    await me.client.call(createWorkflow, { params: { projectId: project.id }, body })
  }
  await page.goto(`/project/${project.id}/workflow`)
  await expect(page.getByRole('columnheader', { name: 'Last run' })).toBeVisible()
  await expect(rowOf(page, 'Live').getByText('Never')).toBeVisible()
  const active = page.getByRole('switch', { name: 'Active: Live' })
  await active.press('Space')
  await expect(rowOf(page, 'Live').getByText('No', { exact: true })).toBeVisible()
  await expect(page.getByText('Live is not active')).toBeVisible()
  // A save by someone else in between is not overwritten.
  const [{ id, revision } = { id: '', revision: 0 }] = (
    await me.client.call(listWorkflows, { params: { projectId: project.id } })
  ).workflows
  await me.client.call(updateWorkflow, {
    params: { projectId: project.id, workflowId: id },
    body: { name: 'Live', ...empty, active: false },
    ifMatch: revision,
  })
  await active.press('Space')
  await expect(page.getByText('Another user saved this workflow first.')).toBeVisible()
  await expect(active).toBeEnabled()
  await active.press('Space')
  await expect(rowOf(page, 'Live').getByText('Yes', { exact: true })).toBeVisible()
  const search = page.getByRole('searchbox', { name: 'Search workflows' })
  await search.fill('ORD')
  await expect(page.getByRole('row', { name: /Live/ })).toHaveCount(0)
  await expect(rowOf(page, 'Orders')).toBeVisible()
  await search.fill('nothing like it')
  await expect(page.getByText('No matching workflows')).toBeVisible()
  await search.fill('')

  const kindOf = await readKinds(me, project.id)
  const start = drawNode(kindOf('trigger-manual'), { label: 'Start', x: 40, y: 40, parameters: {} })
  const body = { nodes: [start], edges: [] }
  const params = { projectId: project.id, workflowId: id }
  await me.client.call(executeWorkflow, { params, body })
  await page.reload()
  await expect(rowOf(page, 'Live').getByRole('link', { name: /^Succeeded/ })).toBeVisible()
  await expectClean(page)
})
