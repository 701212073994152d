import { createConstant, listEnvironments } from '@plinth/contract'
import { expect, test } from '../harness/fixtures.ts'
import { see } from '../harness/seen.ts'
import { cardOf, drawNode, giveWorkflow, join, openEditor, readKinds } from './workflow-steps.ts'

test('completes and previews expressions from the last run', async ({ page, project, me }) => {
  const params = { projectId: project.id }
  const { environments } = await me.client.call(listEnvironments, { params })
  const environment = environments.find(({ name }) => name === 'dev')?.id ?? ''
  const constant = { key: 'SITE', value: 'shop.test', environment }
  await me.client.call(createConstant, { params, body: constant })
  const kindOf = await readKinds(me, project.id)
  const nodes = [
    drawNode(kindOf('trigger-manual'), { label: 'Start', x: 40, y: 100 }),
    drawNode(kindOf('conditional'), { label: 'Check', x: 440, y: 100 }),
  ]
  const connections = [join('Start', 'Check')]
  const id = await giveWorkflow(me, project.id, { name: 'Paths', nodes, connections, active: true })
  await page.route('**/execute', (route) =>
    route.fulfill({
      json: { data: { result: { Start: { order: { total: 12, lines: ['a'] } } } } },
    }),
  )
  await openEditor(page, project.id, id)
  await cardOf(page, 'Check').click()
  const value = page.getByRole('textbox', { name: 'Value', exact: true })
  await value.fill('{{ $in.order.total }}')
  await expect(page.getByText('Available after the next run.')).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await see(page, 'Workflow execution completed')
  await expect(page.getByText('= 12')).toBeVisible()
  await value.fill('')
  await page.keyboard.type('{{ $in.')
  await page.getByRole('option', { name: /^order/ }).click()
  await page.keyboard.type('.to')
  await expect(page.getByRole('option', { name: /^total/ })).toBeVisible()
  // A list that has just opened ignores Enter for a moment.
  await expect(async () => {
    await page.keyboard.press('Enter')
    await expect(value).toHaveText(/\$in\.order\.total\s*}}$/, { timeout: 200 })
  }).toPass()
  await expect(page.getByText('= 12')).toBeVisible()
  await value.fill('{{ $node["Start"].order.lines[0] }} on {{ $const.SITE }}')
  await expect(page.getByText('= a on shop.test')).toBeVisible()
  await value.fill('{{ $in.nothing }}')
  await expect(page.getByText('There is no “nothing” in the last run’s data.')).toBeVisible()
  await value.fill('{{ $in.order.total * 2 }}')
  await expect(page.getByText('= 24', { exact: true })).toBeVisible()
  await value.fill('{{ $in.order.no.more() }}')
  await expect(page.locator('[data-preview=broken]')).toContainText('no')
  await value.fill('{{ $in.order.total * 2 }}')
  await cardOf(page, 'Start').click({ position: { x: 100, y: 20 } })
  await page.getByRole('textbox', { name: 'Node Label' }).fill('Begin')
  await cardOf(page, 'Check').click()
  await expect(value).toHaveText('{{ $in.order.total * 2 }}')
})
