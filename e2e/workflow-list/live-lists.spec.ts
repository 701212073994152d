import { executeWorkflow, type WorkflowNode } from '@plinth/contract'
import { expect, type Person, test } from '../harness/fixtures.ts'
import { product } from '../harness/product.ts'
import { openSettings } from '../settings/settings-people.ts'
import { drawNode, giveWorkflow, readKinds } from '../workflow-editor/workflow-steps.ts'

/** Below the interval of polling, which is the fallback. */
const SOON = { timeout: 4_000 }

async function giveNamed(me: Person, projectId: string, name: string) {
  const kindOf = await readKinds(me, projectId)
  const nodes: WorkflowNode[] = [
    drawNode(kindOf('trigger-manual'), { label: 'Start', x: 40, y: 120, parameters: {} }),
  ]
  const id = await giveWorkflow(me, projectId, { name, nodes, connections: [], active: true })
  return () =>
    me.client.call(executeWorkflow, {
      params: { projectId, workflowId: id },
      body: { nodes, edges: [] },
    })
}

test('new runs appear at once, without a reload', async ({ page, project, me }) => {
  const names = ['First', 'Second', 'Third']
  const starts = await Promise.all(names.map((name) => giveNamed(me, project.id, name)))
  const isOpen = page.waitForResponse(/activity\/events/)
  await page.goto(`/project/${project.id}/workflow?tab=runs`)
  expect((await isOpen).status()).toBe(200)
  await expect(page.getByRole('heading', { name: 'No runs yet' })).toBeVisible()
  const list = page.getByRole('table', { name: 'Runs', exact: true })
  for (const [at, start] of starts.entries()) {
    await start()
    const row = list.getByRole('row', { name: new RegExp(names[at] ?? '') })
    await expect(row).toBeVisible(SOON)
  }
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/live-runs.png` })
})

test('new requests appear at once, without a reload', async ({ page, project }) => {
  await openSettings(page, project.id)
  const isOpen = page.waitForResponse(/activity\/events/)
  await page.getByRole('link', { name: 'Requests', exact: true }).click()
  expect((await isOpen).status()).toBe(200)
  await expect(page.getByRole('heading', { name: 'No requests yet' })).toBeVisible()
  const search = new URLSearchParams({ $projectId: project.id })
  await fetch(`${product().address}/api/data/nothing?${search}`)
  const list = page.getByRole('table', { name: 'Requests', exact: true })
  await expect(list.getByRole('row').filter({ hasText: '404' })).toBeVisible(SOON)
})
