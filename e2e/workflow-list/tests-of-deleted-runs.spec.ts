import { createWorkflowTest, executeWorkflow, listWorkflowTests } from '@plinth/contract'
import { expectClean } from '../harness/expect-clean.ts'
import { expect, test } from '../harness/fixtures.ts'
import { drawNode, giveWorkflow, readKinds } from '../workflow-editor/workflow-steps.ts'

test('after a run is deleted, the tests that hold its data are named and can be deleted', async ({
  page,
  project,
  me,
}) => {
  const kindOf = await readKinds(me, project.id)
  const parameters = { data: '{"name": "Ada"}' }
  const nodes = [drawNode(kindOf('trigger-manual'), { label: 'Start', x: 40, y: 40, parameters })]
  const stored = { name: 'Orders', nodes, connections: [], active: true }
  const workflowId = await giveWorkflow(me, project.id, stored)
  const params = { projectId: project.id, workflowId }
  const body = { nodes, edges: [] }
  for (const name of ['With Ada', 'Again']) {
    const { data } = await me.client.call(executeWorkflow, { params, body })
    await me.client.call(createWorkflowTest, { params, body: { runId: data.runId, name } })
  }
  await page.goto(`/project/${project.id}/workflow?tab=runs`)
  await expect(page.getByRole('checkbox', { name: /^Select Orders/ })).toHaveCount(2)
  const bar = page.getByRole('region', { name: 'Selected runs' })
  await page.getByRole('checkbox', { name: 'Select all runs of this page' }).press('Space')
  await bar.getByRole('button', { name: 'Delete (2)' }).press('Enter')
  const first = page.getByRole('alertdialog', { name: 'Delete 2 runs?' })
  await first.getByRole('button', { name: 'Delete' }).press('Enter')
  const left = page.getByRole('alertdialog', { name: '2 tests hold data of deleted runs' })
  await expect(left.getByRole('listitem')).toHaveText(['Again (Orders)', 'With Ada (Orders)'])
  await expectClean(page)
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    const path = process.env.SHOTS && `${process.env.SHOTS}/left-tests-${colorScheme}.png`
    if (path) await page.screenshot({ path })
  }
  await left.getByRole('button', { name: 'Delete the tests' }).press('Enter')
  await expect(page.getByText('2 tests deleted')).toBeVisible()
  await expect(left).toBeHidden()
  expect((await me.client.call(listWorkflowTests, { params })).tests).toEqual([])
})
