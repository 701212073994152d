import type { Page } from '@playwright/test'
import { expectClean } from '../harness/expect-clean.ts'
import { expect, test } from '../harness/fixtures.ts'

const paletteOf = (page: Page) => page.getByRole('dialog', { name: 'Search or jump to…' })

async function openPalette(page: Page) {
  await page.keyboard.press('ControlOrMeta+k')
  await expect(paletteOf(page).getByRole('combobox')).toBeFocused()
  await expect(paletteOf(page).getByRole('option', { selected: true })).toBeVisible()
}

test('opens over a dialog, and never discards what was typed there', async ({ page, project }) => {
  await page.goto(`/project/${project.id}/data`)
  await page.getByRole('button', { name: 'Create Table' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Table', exact: true })
  const name = dialog.getByLabel('Name')
  await name.fill('visits')
  await openPalette(page)
  await expectClean(page)

  // Escape closes the palette alone and returns to the field.
  await page.keyboard.press('Escape')
  await expect(paletteOf(page)).toBeHidden()
  await expect(name).toBeFocused()
  await expect(name).toHaveValue('visits')

  // An entry asks first.
  const question = page.getByRole('alertdialog', { name: 'Discard what you entered?' })
  const goToSettings = async () => {
    await openPalette(page)
    await page.keyboard.type('settings')
    await expect(paletteOf(page).getByRole('option', { selected: true })).toHaveText(/^Settings/)
    await page.keyboard.press('Enter')
  }
  await goToSettings()
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(name).toHaveValue('visits')
  await expect(page).toHaveURL(/\/data/)
  await goToSettings()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toBeHidden()

  // A dialog without input is closed.
  await page.getByRole('button', { name: 'Create Table' }).click()
  await expect(dialog).toBeVisible()
  await goToSettings()
  await expect(page).toHaveURL(/\/settings/)
  await expect(dialog).toBeHidden()
})

test('Escape while the palette is loading leaves the dialog beneath open', async ({
  page,
  project,
}) => {
  const held = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  await page.route('**/static/js/command-palette*', async (route) => {
    asked.resolve()
    await held.promise
    await route.continue()
  })
  await page.goto(`/project/${project.id}/data`)
  await page.getByRole('button', { name: 'Create Table' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Table', exact: true })
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+k')
  await asked.promise
  await page.keyboard.press('Escape')
  held.resolve()
  await openPalette(page)
  await page.keyboard.press('Escape')
  await expect(paletteOf(page)).toBeHidden()
  await expect(dialog.getByLabel('Name')).toBeFocused()
})

test('opens over the dialogs of the console, which stay open', async ({ page, project }) => {
  await page.goto(`/project/${project.id}/data`)
  await expect(page.getByText('No tables available')).toBeVisible()
  await page.keyboard.press('?')
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(shortcuts).toBeVisible()
  await openPalette(page)
  await page.keyboard.press('Escape')
  await expect(paletteOf(page)).toBeHidden()
  await expect(shortcuts).toBeVisible()
  await openPalette(page)
  await page.keyboard.type('workflow')
  await expect(paletteOf(page).getByRole('option', { selected: true })).toHaveText(/^Workflow/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/workflow/)
  await expect(shortcuts).toBeHidden()
})
