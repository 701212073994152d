import type { Page } from '@playwright/test'
import { sql } from '../../apps/server/src/foundation/platform/sql.ts'
import { expectClean } from '../harness/expect-clean.ts'
import { expect, test } from '../harness/fixtures.ts'
import {
  cardOf,
  drawNode,
  giveWorkflow,
  join,
  openEditor,
  readKinds,
  readWorkflow,
  saveWorkflow,
} from './workflow-steps.ts'

const labelOf = (page: Page) => page.getByRole('textbox', { name: 'Node Label' })
const select = (page: Page, label: string) =>
  cardOf(page, label).click({ position: { x: 100, y: 20 } })

test('parameters that a node does not have are named, refused and removed', async ({
  page,
  project,
  me,
  platform,
}) => {
  const kindOf = await readKinds(me, project.id)
  const set = kindOf('set')
  const start = drawNode(kindOf('trigger-manual'), { label: 'Start', x: 40, y: 60 })
  const shape = drawNode(set, { label: 'Shape', x: 440, y: 60, parameters: { value: '{"n":1}' } })
  const old = { ...shape, data: { ...shape.data, parameters: { value: '{"n":1}', kep: 'input' } } }
  const connections = [join('Start', 'Shape')]
  const stored = { name: 'Old', nodes: [start, shape], connections, active: true }
  const id = await giveWorkflow(me, project.id, stored)
  const parameters = async () =>
    (await readWorkflow(me, project.id, id)).nodes.map(({ data }) => data.parameters)
  // As an earlier release stored it.
  await platform.query(
    sql`update workflow set nodes = ${JSON.stringify([start, old])} where id = ${id}`,
  )
  await openEditor(page, project.id, id)

  await test.step('an old workflow runs and can be saved, and the list names the parameter', async () => {
    await expect(cardOf(page, 'Shape').getByText('Unknown parameters: kep')).toBeAttached()
    await page.getByRole('button', { name: '1 problem' }).click()
    await expect(page.getByRole('menuitem')).toHaveText([
      'ShapeHas no parameter kep, and ignores it',
      'Remove unknown parameters',
    ])
    await expectClean(page)
    await page.getByRole('menuitem', { name: 'Has no parameter kep' }).click()
    await expect(labelOf(page)).toHaveValue('Shape')
    await expect(page.getByText('This node does not have: kep.')).toBeVisible()
    await expectClean(page)
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText('Workflow execution completed')).toBeVisible()
    await page.getByRole('textbox', { name: 'Workflow name' }).fill('Old 2')
    await saveWorkflow(page)
    expect(await parameters()).toEqual([{}, { value: '{"n":1}', kep: 'input' }])
  })

  await test.step('a copy is refused, and the editor goes to it', async () => {
    await select(page, 'Shape')
    await page.keyboard.press('Control+d')
    await expect(labelOf(page)).toHaveValue('Shape 2')
    await select(page, 'Start')
    await page.getByRole('button', { name: 'Save Workflow' }).click()
    await expect(page.getByText('Failed to save workflow')).toBeVisible()
    await expect(
      page.getByText('"Shape 2" has no parameter "kep". Did you mean "keep"?'),
    ).toBeVisible()
    await expect(labelOf(page)).toHaveValue('Shape 2')
    await page.getByRole('button', { name: '3 problems' }).click()
    await expect(page.getByRole('menuitem')).toHaveText([
      'ShapeHas no parameter kep, and ignores it',
      'Shape 2Not connected to a trigger, so it never runs',
      'Shape 2Has no parameter kep: remove it to save the workflow',
      'Remove unknown parameters',
    ])
    await page.keyboard.press('Escape')
  })

  await test.step('are removed at one node, and at all nodes in one step', async () => {
    await page.getByRole('button', { name: 'Remove unknown parameters' }).click()
    await expect(page.getByText('This node does not have: kep.')).toBeHidden()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: '3 problems' }).click()
    await page.getByRole('menuitem', { name: 'Remove unknown parameters' }).click()
    await expect(page.getByRole('button', { name: '1 problem' })).toBeVisible()
    await expect(page.getByText('Unknown parameters: kep')).toHaveCount(0)
    await saveWorkflow(page)
    expect(await parameters()).toEqual([{}, { value: '{"n":1}' }, { value: '{"n":1}' }])
  })
})
