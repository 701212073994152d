import { expect, test } from '../harness/fixtures.ts'

test('? lists the shortcuts', async ({ page, project }) => {
  await page.goto('/home')
  await expect(page.getByRole('link', { name: project.name })).toBeVisible()
  await page.keyboard.press('?')
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(list.getByRole('term')).toHaveText([
    'Search or jump to…',
    'Show this list',
    'Close the open dialog or menu',
    'Data',
    'UI',
    'Workflow',
    'SQL',
    'Settings',
    'All projects',
    'New project',
    'Find a project',
    'Open the focused project',
    'Edit the focused table',
    'Delete the focused table',
    'Move the focused table',
    'Undo (with Shift: redo)',
    'Save Configuration',
    'Edit the cell',
    'Next cell (with Shift: previous cell)',
    'Leave the grid',
    'Clear the selected cells',
    'Open the row',
    'Peek at the related row',
    'Open the menu of the cell',
    'Add a row',
    'Delete the selected rows',
    'Fill down',
    'Go to a row',
    'Undo (with Shift: redo)',
    'Save the changed rows',
    'Add a node',
    'Add a note',
    'Find a node',
    'Rename the selected node',
    'Activate or deactivate the selected nodes',
    'Open the menu of the node, connection or canvas',
    'Copy, paste, duplicate nodes',
    'Delete the selection',
    'Undo (with Shift: redo)',
    'Tidy up',
    'Fit the view',
    'Save',
    'Execute',
  ])
  await page.keyboard.press('n')
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
})

test('single keys work, but not while typing', async ({ page, project }) => {
  await page.goto('/home')
  await expect(page.getByRole('link', { name: project.name })).toBeVisible()
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('n?/')
  await expect(page.getByRole('searchbox')).toHaveValue('n?/')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByRole('main').focus()
  await page.keyboard.press('n')
  await expect(page.getByRole('dialog', { name: 'Create New Project' })).toBeVisible()
  await expect(page.getByLabel('Name')).toHaveValue('')
})

test('the user menu opens the list too', async ({ page, me }) => {
  await page.goto('/home')
  await page.getByRole('button', { name: 'Your account' }).click()
  const menu = page.getByRole('menu')
  await expect(menu).toContainText('Ines Moreau')
  await expect(menu).toContainText(me.email)
  await menu.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
})
