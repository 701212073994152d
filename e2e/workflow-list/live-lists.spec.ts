import type { Page } from '@playwright/test'
import { executeWorkflow, type WorkflowNode } from '@plinth/contract'
import { expect, type Person, test } from '../harness/fixtures.ts'
import { product } from '../harness/product.ts'
import { openSettings } from '../settings/settings-people.ts'
import { drawNode, giveWorkflow, readKinds } from '../workflow-editor/workflow-steps.ts'

/** Ends the polling of lists, which is the fallback: hidden pages do not poll. */
async function hide(page: Page) {
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden' })
    document.dispatchEvent(new Event('visibilitychange'))
  })
}

async function expectFigure(page: Page, region: string, figure: string) {
  await expect(page.getByRole('region', { name: region })).toContainText(figure)
}

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

test('new runs appear without a reload and without polling', async ({ page, project, me }) => {
  const names = ['First', 'Second', 'Third']
  const starts = await Promise.all(names.map((name) => giveNamed(me, project.id, name)))
  const isOpen = page.waitForResponse(/activity\/events/)
  await page.goto(`/project/${project.id}/workflow?tab=runs`)
  expect((await isOpen).status()).toBe(200)
  await expect(page.getByRole('heading', { name: 'No runs yet' })).toBeVisible()
  await hide(page)
  const list = page.getByRole('table', { name: 'Runs', exact: true })
  for (const [at, start] of starts.entries()) {
    await start()
    const row = list.getByRole('row', { name: new RegExp(names[at] ?? '') })
    await expect(row).toBeVisible()
    await expect(row.getByText('Succeeded')).toBeVisible()
    await expectFigure(page, 'Runs over time', `Runs${at + 1}`)
  }
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/live-runs.png` })
})

test('new requests appear without a reload and without polling', async ({ page, project }) => {
  await openSettings(page, project.id)
  const isOpen = page.waitForResponse(/activity\/events/)
  await page.getByRole('link', { name: 'Requests', exact: true }).click()
  expect((await isOpen).status()).toBe(200)
  await expect(page.getByRole('heading', { name: 'No requests yet' })).toBeVisible()
  await hide(page)
  const search = new URLSearchParams({ $projectId: project.id })
  await fetch(`${product().address}/api/data/nothing?${search}`)
  const list = page.getByRole('table', { name: 'Requests', exact: true })
  await expect(list.getByRole('row').filter({ hasText: '404' })).toBeVisible()
  await expectFigure(page, 'Requests over time', 'Requests1')
})
