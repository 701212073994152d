import { expect, test } from '../harness/fixtures.ts'
import { see } from '../harness/seen.ts'
import {
  drawNode,
  giveWorkflow,
  join,
  openEditor,
  readKinds,
  readWorkflow,
  saveWorkflow,
} from './workflow-steps.ts'

test('two editors: the later save shows both sides and loses neither', async ({
  page,
  context,
  project,
  me,
}) => {
  const kindOf = await readKinds(me, project.id)
  const nodes = [
    drawNode(kindOf('trigger-manual'), { label: 'Start', x: 40, y: 100 }),
    drawNode(kindOf('set'), { label: 'Shape', x: 440, y: 100 }),
  ]
  const connections = [join('Start', 'Shape')]
  const id = await giveWorkflow(me, project.id, { name: 'Shared', nodes, connections })
  const other = await context.newPage()
  await openEditor(page, project.id, id)
  await openEditor(other, project.id, id)
  await other.getByRole('textbox', { name: 'Workflow name' }).fill('Theirs')
  await saveWorkflow(other)
  await page.getByRole('textbox', { name: 'Workflow name' }).fill('Mine')
  await page.keyboard.press('Control+s')
  const dialog = page.getByRole('dialog', { name: 'Another user saved this workflow' })
  await expect(dialog.getByRole('textbox', { name: 'Saved version' })).toContainText('Theirs')
  await expect(dialog.getByRole('textbox', { name: 'Your changes' })).toContainText('Mine')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  expect((await readWorkflow(me, project.id, id)).name).toBe('Theirs')
  await page.keyboard.press('Control+s')
  await dialog.getByRole('button', { name: 'Overwrite with mine' }).click()
  await see(page, 'Workflow saved successfully')
  await expect(dialog).toBeHidden()
  expect((await readWorkflow(me, project.id, id)).name).toBe('Mine')
  await other.getByRole('textbox', { name: 'Workflow name' }).fill('Theirs again')
  await other.keyboard.press('Control+s')
  const answer = other.getByRole('dialog', { name: 'Another user saved this workflow' })
  await answer.getByRole('button', { name: 'Take theirs' }).click()
  await expect(other.getByRole('textbox', { name: 'Workflow name' })).toHaveValue('Mine')
  await expect(other.getByText('Saved', { exact: true })).toBeVisible()
})
