import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { executeWorkflow, saveRunRetention, type WorkflowNode } from '@plinth/contract'
import { expectClean } from '../harness/expect-clean.ts'
import { expect, type Person, test } from '../harness/fixtures.ts'
import {
  cardOf,
  drawNode,
  giveWorkflow,
  join,
  openEditor,
  readKinds,
} from '../workflow-editor/workflow-steps.ts'

const status = (page: Page) => page.getByRole('main').getByRole('status')
const nodeIn = (page: Page, label: string) =>
  page
    .getByRole('navigation', { name: 'Nodes in execution order' })
    .getByRole('button', { name: label })

async function shoot(page: Page, name: string) {
  if (!process.env.SHOTS) return
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: `${process.env.SHOTS}/${name}-${colorScheme}.png` })
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

/** One workflow that waits until it is cancelled, one that fails until its input is fixed. */
async function giveRuns(me: Person, projectId: string) {
  const kindOf = await readKinds(me, projectId)
  const node = (kind: string, label: string, parameters: WorkflowNode['data']['parameters']) =>
    drawNode(kindOf(kind), { label, x: 40 + label.length, y: 40, parameters })
  const at = (nodes: WorkflowNode[]) =>
    nodes.map((one, index) => ({ ...one, position: { x: 40 + index * 420, y: 120 } }))
  const slow = at([
    node('trigger-manual', 'Start', {}),
    node('wait', 'Pause', { amount: 600, unit: 'seconds' }),
  ])
  const orders = at([
    node('trigger-manual', 'Start', { data: '{"n": 4}' }),
    node('set', 'Shape', { value: '{"total": {{ $in.total }}}', keep: 'only' }),
    node('set', 'Last', { value: '{{ $in.total }}', keep: 'only' }),
  ])
  const run = async (name: string, nodes: WorkflowNode[]) => {
    const labels = nodes.map(({ data }) => data.label)
    const connections = labels.slice(1).map((label, index) => join(labels[index] ?? '', label))
    const id = await giveWorkflow(me, projectId, { name, nodes, connections, active: true })
    await me.client.call(executeWorkflow, {
      params: { projectId, workflowId: id },
      body: { nodes, edges: connections },
      headers: { Prefer: 'respond-async' },
    })
    return id
  }
  return { slow: await run('Slow', slow), orders: await run('Orders', orders) }
}

test('runs are listed, inspected live, replayed, retried and exported', async ({
  page,
  project,
  me,
}) => {
  test.setTimeout(180_000)
  const { orders } = await giveRuns(me, project.id)
  await page.goto(`/project/${project.id}/workflow?tab=runs`)
  const list = page.getByRole('table', { name: 'Runs', exact: true })
  await expect(list.getByRole('row', { name: /Waiting Slow/ })).toBeVisible()
  await expect(list.getByRole('row', { name: /Failed Orders/ })).toBeVisible()
  await expect(list.getByRole('cell', { name: /^Shape: / })).toBeVisible()
  const figures = page.getByRole('region', { name: 'Runs over time' })
  await expect(figures.getByRole('table').getByRole('row')).toHaveCount(2, { timeout: 15_000 })
  await expectClean(page)
  await shoot(page, 'runs')

  const retention = page.getByRole('button', { name: 'Retention' })
  await retention.click()
  const keep = page.getByRole('dialog', { name: 'Run retention' })
  const days = keep.getByRole('spinbutton', { name: 'Days' })
  await days.fill('0')
  await expect(keep.getByText('Between 1 and 3,650')).toBeVisible()
  await days.fill('7')
  await expect(keep.getByText('Between 1 and 3,650')).toHaveCount(0)
  await expectClean(page)
  await keep.getByRole('button', { name: 'Save' }).click()
  await expect(keep).toHaveCount(0)
  await expect(retention).toBeFocused()
  await retention.click()
  await expect(days).toHaveValue('7')
  const body = { days: 9, runs: null }
  await me.client.call(saveRunRetention, { params: { projectId: project.id }, body })
  await days.fill('8')
  await keep.getByRole('button', { name: 'Save' }).click()
  await expect(keep.getByRole('alert').getByRole('row', { name: 'Days 8 9' })).toBeVisible()
  await expectClean(page)
  await keep.getByRole('button', { name: 'Take theirs' }).click()
  await expect(days).toHaveValue('9')
  await page.keyboard.press('Escape')
  await expect(keep).toHaveCount(0)

  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'Failed' }).click()
  await expect(list.getByRole('row', { name: /Slow/ })).toHaveCount(0)
  await expect(page).toHaveURL(/status=failed/)
  await list.getByRole('link', { name: /^Orders, run of/ }).click()

  await expect(status(page)).toHaveText('Failed')
  await expect(page.getByRole('region', { name: 'Error' })).toContainText('At Shape')
  await nodeIn(page, 'Shape').click()
  await expect(page).toHaveURL(/node=Shape/)
  const panel = page.getByRole('region', { name: 'Shape', exact: true })
  await expect(panel.getByRole('region', { name: 'Input' })).toContainText('"n": 4')
  await expect(panel.getByRole('region', { name: 'Error' })).toContainText('$in.total is missing')
  await expectClean(page)
  await shoot(page, 'run-failed')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ])
  const { run } = JSON.parse(await readFile(await file.path(), 'utf8'))
  expect([run.status, run.nodes.length, run.graph.nodes.length]).toEqual(['failed', 2, 3])

  await panel.getByRole('button', { name: 'Replay from here' }).click()
  const dialog = page.getByRole('dialog', { name: 'Replay from Shape' })
  const editor = dialog.getByRole('textbox', { name: 'Node input' })
  await editor.fill('{"total": ')
  await expect(dialog.getByRole('alert')).toHaveText('This is not valid JSON.')
  await editor.fill('{"total": 12}')
  await expectClean(page)
  await dialog.getByRole('button', { name: 'Replay', exact: true }).click()
  await expect(page.getByText('New run started')).toBeVisible()
  await expect(status(page)).toHaveText('Succeeded')
  await expect(nodeIn(page, 'Start')).toContainText('From the original run')
  await nodeIn(page, 'Last').click()
  await expect(
    page.getByRole('region', { name: 'Last', exact: true }).getByRole('region', { name: 'Output' }),
  ).toContainText('12')

  await nodeIn(page, 'Run overview').click()
  await page.getByRole('link', { name: run.id }).click()
  await expect(status(page)).toHaveText('Failed')
  await page.getByRole('button', { name: 'Retry' }).click()
  await page.getByRole('menuitem', { name: 'With the current version' }).click()
  await expect(page).not.toHaveURL(new RegExp(run.id))
  await expect(status(page)).toHaveText('Failed')

  await page.getByRole('link', { name: 'All runs' }).click()
  await list.getByRole('link', { name: /^Slow, run of/ }).click()
  await expect(status(page)).toHaveText('Waiting')
  await expect(nodeIn(page, 'Pause')).toContainText('Waiting')
  await shoot(page, 'run-waiting')
  await page.getByRole('button', { name: 'Cancel run' }).click()
  await expect(status(page)).toHaveText('Cancelled')
  await expect(nodeIn(page, 'Pause')).toContainText('Cancelled')

  await openEditor(page, project.id, orders)
  // At 200 % zoom of 1440 × 900, every control must stay inside the viewport.
  const window = page.viewportSize() ?? { width: 1440, height: 900 }
  await page.setViewportSize({ width: 720, height: 450 })
  for (const name of ['Save Workflow', 'Execute', 'Search or jump to…']) {
    await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
  }
  await page.setViewportSize(window)
  await page.getByRole('link', { name: 'Runs', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`workflow=${orders}`))
  await expect(list.getByRole('row', { name: /Orders/ })).toHaveCount(3)
  await expect(list.getByRole('row', { name: /Slow/ })).toHaveCount(0)

  // Several runs at once, by keyboard: the failed ones replayed, all of them again, then all of them deleted.
  const bar = page.getByRole('region', { name: 'Selected runs' })
  const top = async () => (await list.boundingBox())?.y
  const before = await top()
  await page.getByRole('checkbox', { name: 'Select all runs of this page' }).press('Space')
  await expect(bar.getByRole('status')).toHaveText('3 runs selected')
  expect(await top()).toBe(before)
  await expectClean(page)
  await shoot(page, 'runs-selected')
  await bar.getByRole('button', { name: 'Replay (2)' }).press('Enter')
  await expect(page.getByText('2 replayed')).toBeVisible()
  await expect(list.getByRole('row', { name: /Orders/ })).toHaveCount(5)
  await expect(list.getByRole('row', { name: /Queued|Running|Waiting/ })).toHaveCount(0)
  await page.getByRole('checkbox', { name: 'Select all runs of this page' }).press('Space')
  await bar.getByRole('button', { name: 'Retry (5)' }).press('Enter')
  await expect(page.getByText('5 started again')).toBeVisible()
  await expect(list.getByRole('row', { name: /Orders/ })).toHaveCount(10)
  await expect(list.getByRole('row', { name: /Queued|Running|Waiting/ })).toHaveCount(0)
  await page.getByRole('checkbox', { name: 'Select all runs of this page' }).press('Space')
  await bar.getByRole('button', { name: 'Delete (10)' }).press('Enter')
  await page
    .getByRole('alertdialog', { name: 'Delete 10 runs?' })
    .getByRole('button', { name: 'Delete' })
    .press('Enter')
  await expect(page.getByText('10 deleted')).toBeVisible()
  await expect(list.getByRole('row', { name: /Orders/ })).toHaveCount(0)
})

test('a test run uses the pinned output until it is unpinned', async ({ page, project, me }) => {
  test.setTimeout(90_000)
  const { orders } = await giveRuns(me, project.id)
  await openEditor(page, project.id, orders)
  await cardOf(page, 'Start').click({ position: { x: 60, y: 30 } })
  await page.getByRole('button', { name: 'Enter an output' }).click()
  const dialog = page.getByRole('dialog', { name: 'Pinned output of Start' })
  await dialog.getByRole('textbox', { name: 'Output' }).fill('{"total": 3}')
  await dialog.getByRole('button', { name: 'Pin', exact: true }).click()
  await expect(cardOf(page, 'Start').getByTitle(/^Pinned:/)).toBeVisible()
  await page.getByRole('button', { name: 'Execute', exact: true }).click()
  await expect(page.getByText('Workflow execution completed')).toBeVisible()
  await expect(cardOf(page, 'Last').getByRole('tabpanel')).toHaveText('3')
  await expectClean(page)
  await shoot(page, 'pinned')
  await page.getByRole('button', { name: 'Unpin' }).click()
  await expect(cardOf(page, 'Start').getByTitle(/^Pinned:/)).toHaveCount(0)
  await page.getByRole('button', { name: 'Execute', exact: true }).click()
  await expect(page.getByText(/Shape: "Value" \(value\): \$in.total is missing/)).toBeVisible()
})
