import type { Page } from '@playwright/test'
import { expect, newProject, test } from '../harness/fixtures.ts'
import { visited } from '../harness/seen.ts'

async function openPalette(page: Page) {
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog', { name: 'Search or jump to…' })
  await expect(dialog.getByRole('combobox')).toBeFocused()
  return dialog
}

/** Types a query and waits until the server has answered for all of it. */
async function search(page: Page, text: string): Promise<void> {
  const answered = page.waitForResponse(
    (response) => new URL(response.url()).searchParams.get('search') === text,
  )
  await page.keyboard.type(text)
  await answered
}

test('finds a project by a few letters', async ({ page, me, project }) => {
  await newProject(me)
  await page.goto('/home')
  await expect(page.getByRole('link', { name: project.name })).toBeVisible()
  const palette = await openPalette(page)
  await page.keyboard.type(project.name.toLowerCase())
  await expect(palette.getByRole('option')).toHaveText([project.name])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/project/${project.id}/data`)
  await expect(palette).toBeHidden()
})

test('lists the project’s screens inside a project', async ({ page, project }) => {
  await page.goto(`/project/${project.id}/data`)
  await expect(page.getByText('No tables available')).toBeVisible()
  for (const [typed, path] of [
    ['UI', '/project/{projectId}/ui'],
    ['Workflow', '/project/{projectId}/workflow'],
    ['Settings', '/project/{projectId}/settings'],
    ['Data', '/project/{projectId}/data'],
    ['All projects', '/home'],
  ] as const) {
    const palette = await openPalette(page)
    await search(page, typed.toLowerCase())
    await expect(palette.getByRole('option', { selected: true })).toHaveText(typed)
    await page.keyboard.press('Enter')
    await visited(page, path)
    // Ctrl+K closes an open palette.
    await expect(palette).toBeHidden()
  }
})

test('arrow keys wrap around, Escape closes and restores the focus', async ({ page, project }) => {
  await page.goto(`/project/${project.id}/data`)
  const button = page.getByRole('button', { name: 'Search or jump to…' })
  await button.click()
  const palette = page.getByRole('dialog', { name: 'Search or jump to…' })
  const selected = palette.getByRole('option', { selected: true })
  await expect(selected).toHaveText('Data')
  await page.keyboard.press('ArrowUp')
  await expect(selected).toHaveText('Sign Out')
  await page.keyboard.press('ArrowDown')
  await expect(selected).toHaveText('Data')
  await page.keyboard.press('Escape')
  await expect(palette).toBeHidden()
  await expect(button).toBeFocused()
})

test('shows no results for unknown names', async ({ page, project }) => {
  await page.goto(`/project/${project.id}/data`)
  await expect(page.getByText('No tables available')).toBeVisible()
  const palette = await openPalette(page)
  await page.keyboard.type('no such thing')
  await expect(palette.getByText('No results.')).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(palette).toBeHidden()
})

test('runs commands: theme, shortcuts, sign out', async ({ page, project }) => {
  await page.goto(`/project/${project.id}/data`)
  await expect(page.getByText('No tables available')).toBeVisible()
  const palette = await openPalette(page)
  const selected = palette.getByRole('option', { selected: true })
  await search(page, 'dark')
  await expect(selected).toHaveText('Switch to dark theme')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await openPalette(page)
  await search(page, 'shortcuts')
  await expect(selected).toHaveText('Keyboard shortcuts')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.keyboard.press('Escape')
  await openPalette(page)
  await search(page, 'sign out')
  await expect(selected).toHaveText('Sign Out')
  await page.keyboard.press('Enter')
  await visited(page, '/')
})

test('Enter never opens a result of an earlier query', async ({ page, project }) => {
  await page.goto(`/project/${project.id}/data`)
  await expect(page.getByText('No tables available')).toBeVisible()
  const palette = await openPalette(page)
  await expect(palette.getByRole('option', { name: project.name })).toBeVisible()
  await page.route('**/api/project?*', () => undefined)
  await page.keyboard.type('workflow')
  await expect(palette.getByRole('option', { selected: true })).toHaveText('Workflow')
})
