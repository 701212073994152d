import { updateWorkflow } from '@plinth/contract'
import { expectClean } from '../harness/expect-clean.ts'
import { expect, test } from '../harness/fixtures.ts'
import { choose } from '../schema-editor/data-steps.ts'
import {
  cardOf,
  drawNode,
  entryOf,
  giveWorkflow,
  lineOf,
  openEditor,
  readKinds,
  readWorkflow,
  saveWorkflow,
} from './workflow-steps.ts'

test('every save is a version that can be compared and restored', async ({ page, project, me }) => {
  const kindOf = await readKinds(me, project.id)
  const nodes = [drawNode(kindOf('set'), { label: 'First shape', x: 200, y: 100 })]
  const workflowId = await giveWorkflow(me, project.id, { name: 'Kept', nodes })
  const changed = [drawNode(kindOf('set'), { label: 'Second shape', x: 200, y: 100 })]
  await me.client.call(updateWorkflow, {
    params: { projectId: project.id, workflowId },
    body: { name: 'Kept', nodes: changed, connections: [], settings: '{}', active: false },
  })
  await openEditor(page, project.id, workflowId)
  await expect(cardOf(page, 'Second shape')).toBeVisible()
  await page.getByRole('button', { name: 'Versions' }).click()
  const dialog = page.getByRole('dialog', { name: 'Versions' })
  const restore = dialog.getByRole('button', { name: 'Restore to the canvas' })
  await expect(dialog.getByRole('combobox', { name: 'Version' })).toContainText('Version 2')
  await expect(dialog.getByText('unchanged lines').first()).toBeVisible()
  await expect(restore).toBeDisabled()
  await choose(dialog, 'Version', 'Version 1')
  await expect(dialog.getByRole('textbox', { name: 'Saved version' })).toContainText('First shape')
  await expect(dialog.getByRole('textbox', { name: 'Current canvas' })).toContainText(
    'Second shape',
  )
  await expectClean(page, '[role=dialog]')
  await restore.click()
  await expect(dialog).toBeHidden()
  await expect(cardOf(page, 'First shape')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(cardOf(page, 'Second shape')).toBeVisible()
  await page.getByRole('button', { name: 'Redo' }).click()
  await saveWorkflow(page)
  const stored = await readWorkflow(me, project.id, workflowId)
  expect(stored.nodes.map(({ data }) => data.label)).toEqual(['First shape'])
  expect(stored.revision).toBe(3)
})

test('a saved canvas does not differ from its own version', async ({ page, project, me }) => {
  const kindOf = await readKinds(me, project.id)
  const nodes = [drawNode(kindOf('trigger-manual'), { label: 'Start', x: 40, y: 100 })]
  const workflowId = await giveWorkflow(me, project.id, { name: 'Drawn', nodes })
  await openEditor(page, project.id, workflowId)
  await cardOf(page, 'Start').click()
  await entryOf(page, 'Set').click()
  await expect(lineOf(page, 'Start', 'Set')).toHaveCount(1)
  await saveWorkflow(page)
  await page.getByRole('button', { name: 'Versions' }).click()
  const dialog = page.getByRole('dialog', { name: 'Versions' })
  await expect(dialog.getByRole('combobox', { name: 'Version' })).toContainText('Version 2')
  await expect(dialog.locator('.cm-collapsedLines').first()).toBeVisible()
  await expect(dialog.locator('.cm-changedLine')).toHaveCount(0)
  await expect(dialog.getByText('The canvas is the same as this version.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Restore to the canvas' })).toBeDisabled()
})
