import type { Page } from '@playwright/test'
import { expect, test } from '../harness/fixtures.ts'
import { measured, see, seeConfirm, visited } from '../harness/seen.ts'
import {
  canvasOf,
  cardOf,
  entryOf,
  idInAddress,
  lineOf,
  openEditor,
  readWorkflow,
  saveWorkflow,
} from './workflow-steps.ts'

async function viewOf(page: Page) {
  const style = await page.locator('.react-flow__viewport').getAttribute('style')
  const [, x, y, zoom] =
    /translate\((-?[\d.]+)px, (-?[\d.]+)px\) scale\(([\d.]+)\)/.exec(style ?? '') ?? []
  return { x: Number(x), y: Number(y), zoom: Number(zoom) }
}

test('a new workflow: palette, drag and drop, connections, saving, deleting', async ({
  page,
  project,
  me,
}) => {
  test.setTimeout(120_000)
  await openEditor(page, project.id)
  await visited(page, '/project/{projectId}/workflow/edit')
  await see(page, 'Nodes', { as: 'heading' })
  await see(page, 'Workflow name')
  await see(page, 'Active', { as: 'switch' })
  await see(page, 'Save Workflow', { as: 'button' })
  await see(page, 'Workflow Settings', { as: 'heading' })
  await expect(page.getByRole('button', { name: 'Delete Workflow' })).toBeHidden()

  await test.step('the canvas has the spec’s initial viewport and zoom limits', async () => {
    const view = await viewOf(page)
    measured('canvas.x', view.x)
    measured('canvas.y', view.y)
    measured('canvas.zoom', view.zoom)
    const widths = await page
      .locator('[data-panel]')
      .evaluateAll((panels) => panels.map((panel) => panel.getBoundingClientRect().width))
    const whole = widths.reduce((sum, width) => sum + width, 0)
    const [left = 0, centre = 0, right = 0] = widths
    measured('panels.left', Math.round((left / whole) * 425))
    measured('panels.centre', Math.round((centre / whole) * 425))
    measured('panels.right', Math.round((right / whole) * 425))
    for (let press = 0; press < 12; press += 1)
      await page.getByRole('button', { name: 'Zoom out' }).click()
    measured('canvas.minZoom', (await viewOf(page)).zoom)
    for (let press = 0; press < 16; press += 1)
      await page.getByRole('button', { name: 'Zoom in' }).click()
    measured('canvas.maxZoom', (await viewOf(page)).zoom)
    await page.reload()
    await expect(entryOf(page, 'Manual')).toBeVisible()
  })

  await test.step('finds, folds, clicks and drops palette entries', async () => {
    const flow = page.getByRole('button', { name: /^Flow \d+$/ })
    const groups = page.getByRole('button', { name: /^[A-Z][\w ]+ \d+$/ })
    const folds = await groups.evaluateAll((all) => all.map((one) => one.ariaExpanded))
    expect(folds.length).toBeGreaterThan(3)
    measured(
      'palette.expanded',
      folds.every((one) => one === 'true'),
    )
    await flow.click()
    await expect(entryOf(page, 'Condition')).toBeHidden()
    await flow.click()
    await page.getByRole('searchbox', { name: 'Search nodes' }).fill('if')
    await expect(entryOf(page, 'Manual')).toBeHidden()
    await page.keyboard.press('Escape')
    await entryOf(page, 'Manual').dragTo(canvasOf(page), { targetPosition: { x: 133, y: 207 } })
    await expect(cardOf(page, 'Manual')).toBeVisible()
    await page.getByRole('textbox', { name: 'Node Label' }).fill('Start')
    await page.keyboard.press('Control+a')
    await canvasOf(page).click({ position: { x: 500, y: 600 } })
    await entryOf(page, 'Condition').click()
    await expect(cardOf(page, 'Condition')).toBeVisible()
    const transfer = await page.evaluateHandle(() => {
      const data = new DataTransfer()
      data.setData('application/x-plinth-node', 'no-such-kind')
      return data
    })
    await canvasOf(page).dispatchEvent('drop', { dataTransfer: transfer })
    await expect(canvasOf(page).getByRole('group', { name: /, (Manual|Condition)/ })).toHaveCount(2)
  })

  await test.step('connects an output to an input, but never two outputs', async () => {
    const from = cardOf(page, 'Start').locator('.react-flow__handle-right')
    await from.dragTo(cardOf(page, 'Condition').locator('.react-flow__handle-left'))
    await expect(lineOf(page, 'Start', 'Condition')).toHaveCount(1)
    await from.dragTo(cardOf(page, 'Condition').locator('.react-flow__handle-right').first())
    await expect(canvasOf(page).getByRole('group', { name: /^Connection/ })).toHaveCount(1)
    await page.keyboard.press('Escape')
  })

  await page.getByRole('textbox', { name: 'Workflow name' }).fill('Order intake')
  await page.getByRole('button', { name: 'Save Workflow' }).click()
  await see(page, 'Workflow created successfully')
  const id = await idInAddress(page)
  await visited(page, '/project/{projectId}/workflow/edit/{workflowId}')
  const saved = await readWorkflow(me, project.id, id)
  expect(saved.nodes.map(({ data }) => data.label)).toEqual(['Start', 'Condition'])
  measured(
    'canvas.snap',
    saved.nodes[0] && saved.nodes[0].position.x % 10 === 0 && saved.nodes[0].position.y % 10 === 0
      ? [10, 10]
      : [1, 1],
  )
  measured('node.type', saved.nodes[0]?.type)
  measured('node.active', saved.nodes[0]?.data.active)
  measured('node.isDisabled', saved.nodes[0]?.data.isDisabled)
  measured(
    'node.label',
    saved.nodes[1]?.data.label === saved.nodes[1]?.data.definition.display_name
      ? 'display_name'
      : '',
  )
  expect(saved.nodes[0]?.id).toMatch(/^trigger-manual-\d{13}$/)

  await test.step('deletes the selected connection, with undo', async () => {
    await lineOf(page, 'Start', 'Condition').click({ force: true })
    await (await see(page, 'Delete Selected Edge', { as: 'button' })).click()
    await expect(lineOf(page, 'Start', 'Condition')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Delete Selected Edge' })).toBeHidden()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(lineOf(page, 'Start', 'Condition')).toHaveCount(1)
  })

  await test.step('deleting a node deletes its connections', async () => {
    await cardOf(page, 'Condition').click()
    const box = await cardOf(page, 'Condition').locator('> div').boundingBox()
    const { zoom } = await viewOf(page)
    measured('node.minWidth', Math.round((box?.width ?? 0) / zoom))
    measured('node.height', Math.round((box?.height ?? 0) / zoom))
    await (await see(page, 'Delete Node', { as: 'button' })).click()
    await expect(cardOf(page, 'Condition')).toBeHidden()
    await expect(lineOf(page, 'Start', 'Condition')).toHaveCount(0)
    await see(page, 'Workflow Settings', { as: 'heading' })
  })

  await saveWorkflow(page)
  await see(page, 'Workflow saved successfully')
  const confirmed = seeConfirm(page, 'Are you sure you want to delete this workflow?', 'accept')
  await (await see(page, 'Delete Workflow', { as: 'button' })).click()
  await confirmed
  await page.waitForURL(new RegExp(`/project/${project.id}/workflow$`))
  await see(page, 'Workflow deleted successfully')
})
