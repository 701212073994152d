import type { Page } from '@playwright/test'
import { executeWorkflow } from '@plinth/contract'
import { ADMIN } from '../../faults/stack/stack.ts'
import { expectClean } from '../harness/expect-clean.ts'
import { enter, expect, test } from '../harness/fixtures.ts'
import { see } from '../harness/seen.ts'
import { giveShop } from './shop-steps.ts'
import { cardOf, drawNode, giveWorkflow, join, openEditor, readKinds } from './workflow-steps.ts'

const inputOf = (page: Page) => page.getByRole('region', { name: 'Input' })
const outputOf = (page: Page) => page.getByRole('region', { name: 'Output' })
const entryAt = (page: Page, path: string) => inputOf(page).locator(`[data-path='${path}']`)
const fieldOf = (page: Page, name: string) => page.locator(`[data-property=${name}]`)

test('keeps what succeeded on the canvas when a later node fails, and opens that node', async ({
  page,
  project,
  me,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  await giveShop(me, project.id)
  const kindOf = await readKinds(me, project.id)
  const row = { action: 'create', table: 'orders', row: '{"total": 3}' }
  const nodes = [
    drawNode(kindOf('trigger-manual'), {
      label: 'Start',
      x: 20,
      y: 60,
      parameters: { data: '{"total": 12}' },
    }),
    drawNode(kindOf('database'), { label: 'Store', x: 380, y: 60, parameters: row }),
  ]
  const stored = { name: 'Keeps', nodes, connections: [join('Start', 'Store')], active: true }
  await openEditor(page, project.id, await giveWorkflow(me, project.id, stored))
  await page.getByRole('button', { name: 'Execute', exact: true }).click()
  await see(page, 'Failed to execute workflow')
  await expect(cardOf(page, 'Start').getByRole('tabpanel')).toContainText('"total": 12')
  await expect(page.getByRole('textbox', { name: 'Node Label' })).toHaveValue('Store')
  const message = page.locator('[data-field=title]').getByRole('alert')
  await expect(message).toHaveText('title: Is required')
  await expect(message).toBeInViewport()
})

test('shows input, settings and output of a node, also after a failure and a reload', async ({
  page,
  project,
  me,
}) => {
  test.setTimeout(120_000)
  const kindOf = await readKinds(me, project.id)
  const code = 'console.log("total " + $in.order.total)\nthrow new Error("no luck")'
  const order = { total: 12, lines: ['a'], 'ship to': 'Rome' }
  const nodes = [
    drawNode(kindOf('trigger-manual'), {
      label: 'Start',
      x: 20,
      y: 60,
      parameters: { data: JSON.stringify({ order }) },
    }),
    drawNode(kindOf('conditional'), { label: 'Check', x: 380, y: 60 }),
    drawNode(kindOf('javascript'), { label: 'Broken', x: 20, y: 330, parameters: { code } }),
    drawNode(kindOf('http_request'), { label: 'Call', x: 380, y: 330 }),
  ]
  const connections = [
    join('Start', 'Check'),
    join('Check', 'Broken', ['true', 'input']),
    join('Broken', 'Call'),
  ]
  const stored = { name: 'Panel', nodes, connections, active: true }
  const id = await giveWorkflow(me, project.id, stored)
  await openEditor(page, project.id, id)

  await test.step('takes the input from the sample of the trigger before the first run', async () => {
    await cardOf(page, 'Check').click({ position: { x: 100, y: 20 } })
    await expect(inputOf(page).getByText('Sample of Start')).toBeVisible()
    await expect(entryAt(page, '$in.order.total')).toContainText('12')
    await expect(page.getByText('No run yet')).toBeVisible()
  })

  await test.step('drags a value into a field, and inserts one by keyboard', async () => {
    const value = page.getByRole('textbox', { name: 'Value', exact: true })
    await expect(value).toBeVisible()
    await entryAt(page, '$in.order.total').dragTo(value)
    await expect(value).toHaveText('{{ $in.order.total }}')
    await expect(fieldOf(page, 'left').getByText('= 12')).toBeVisible()
    const path = '$in.order["ship to"]'
    await inputOf(page)
      .getByRole('button', { name: `Insert ${path} into a field` })
      .focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem', { name: 'Value' })).toBeFocused()
    await page.keyboard.press('End')
    await expect(page.getByRole('menuitem', { name: 'Compared with' })).toBeFocused()
    await page.keyboard.press('Enter')
    const compared = page.getByRole('textbox', { name: 'Compared with' })
    await expect(compared).toHaveText(`{{ ${path} }}`)
    await expect(compared).toBeFocused()
    await expect(fieldOf(page, 'right').getByText('= Rome')).toBeVisible()
  })

  await test.step('switches fields between fixed and expression', async () => {
    const right = fieldOf(page, 'right')
    await right.getByRole('button', { name: 'Fixed' }).click()
    await expect(page.getByRole('textbox', { name: 'Compared with' })).toHaveText('Rome')
    const operator = fieldOf(page, 'operator')
    await operator.getByRole('button', { name: 'Expression' }).click()
    await expect(operator.getByRole('textbox', { name: 'Condition' })).toHaveText('{{ "equals" }}')
    await operator.getByRole('button', { name: 'Fixed' }).click()
    await expect(operator.getByRole('combobox', { name: 'Condition' })).toBeVisible()
    await entryAt(page, '$in.order.total').dragTo(operator.getByRole('combobox'))
    const text = operator.getByRole('textbox', { name: 'Condition' })
    await expect(text).toHaveText('{{ $in.order.total }}')
    await operator.getByRole('button', { name: 'Fixed' }).click()
    await operator.getByRole('combobox').click()
    await page.getByRole('option', { name: 'is not equal to' }).click()
  })

  await test.step('keeps what succeeded when a node fails, and shows the failure in its field', async () => {
    await page.keyboard.press('Control+Enter')
    await see(page, 'Failed to execute workflow')
    await cardOf(page, 'Check').click({ position: { x: 100, y: 20 } })
    await outputOf(page).getByRole('tab', { name: 'JSON' }).click()
    await expect(outputOf(page)).toContainText('"total": 12')
    await expect(page.getByText(/^Your run, just now, failed$/)).toBeVisible()
    await cardOf(page, 'Broken').click({ position: { x: 100, y: 20 } })
    await expect(fieldOf(page, 'code').getByRole('alert')).toContainText('no luck')
    await expect(entryAt(page, '$in.order.total')).toContainText('12')
    await outputOf(page).getByRole('tab', { name: 'Log' }).click()
    await expect(outputOf(page)).toContainText('total 12')
    await cardOf(page, 'Call').click({ position: { x: 100, y: 20 } })
    await expect(outputOf(page)).toContainText('No log entries.')
    await outputOf(page).getByRole('tab', { name: 'Table' }).click()
    await expect(outputOf(page)).toContainText('The shown run did not reach this node.')
  })

  await test.step('shows the same after a reload, in the remembered sizes and views', async () => {
    const width = page.getByRole('separator', { name: 'Width of the settings' })
    const narrow = (await inputOf(page).boundingBox())?.width ?? 0
    await width.focus()
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('ArrowLeft')
    const wide = (await inputOf(page).boundingBox())?.width ?? 0
    expect(wide).toBeGreaterThan(narrow + 50)
    await page.getByRole('button', { name: 'Save Workflow' }).click()
    await see(page, 'Workflow saved successfully')
    await page.reload()
    await cardOf(page, 'Broken').click({ position: { x: 100, y: 20 } })
    await expect(fieldOf(page, 'code').getByRole('alert')).toContainText('no luck')
    await expect(entryAt(page, '$in.order.total')).toContainText('12')
    expect((await inputOf(page).boundingBox())?.width ?? 0).toBeCloseTo(wide, 0)
    await expect(outputOf(page).getByRole('tab', { name: 'Table' })).toHaveAttribute(
      'aria-selected',
      'true',
    )
    await expectClean(page)
    const editor = page.getByRole('textbox', { name: 'Script' })
    await editor.fill('return $in')
    await expect(fieldOf(page, 'code').getByRole('alert')).toBeHidden()
    await expect(outputOf(page).getByText('Settings changed since this run')).toBeVisible()
    await page.keyboard.press('Control+s')
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  })

  await test.step('offers the run of another person and does not impose it', async () => {
    const admin = await enter({ id: '', ...ADMIN })
    const theirs = drawNode(kindOf('trigger-manual'), {
      label: 'Start',
      x: 20,
      y: 60,
      parameters: { data: '{"from":"another person"}' },
    })
    const { data } = await admin.client.call(executeWorkflow, {
      params: { projectId: project.id, workflowId: id },
      body: { nodes: [theirs], edges: [] },
    })
    await page.reload()
    await cardOf(page, 'Check').click({ position: { x: 100, y: 20 } })
    await expect(page.getByText(/^Your run, .*, failed$/)).toBeVisible()
    await expect(entryAt(page, '$in.order.total')).toContainText('12')
    await page.getByRole('button', { name: /^Show run by .+ just now$/ }).click()
    await expect(page.getByText(/^Run by .+, just now, succeeded$/)).toBeVisible()
    await expect(entryAt(page, '$in.from')).toContainText('another person')
    await page.getByRole('button', { name: 'Show your run' }).click()
    await expect(entryAt(page, '$in.order.total')).toContainText('12')

    await page.goto(`/project/${project.id}/workflow/run/${data.runId}`)
    await page.getByRole('link', { name: 'Open this run in the editor' }).click()
    await cardOf(page, 'Start').click({ position: { x: 100, y: 20 } })
    await page.getByRole('button', { name: 'Pin the last output' }).click()
    await cardOf(page, 'Check').click({ position: { x: 100, y: 20 } })
    await expect(entryAt(page, '$in.from')).toContainText('another person')
    await page.getByRole('button', { name: 'Show your run' }).click()
    await expect(page.getByText(/^Your run, .*, failed$/)).toBeVisible()
    await expect(inputOf(page).getByText('Pinned at Start')).toBeVisible()
    await expect(entryAt(page, '$in.from')).toContainText('another person')
  })
})
