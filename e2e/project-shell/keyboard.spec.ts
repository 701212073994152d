import type { Locator, Page } from '@playwright/test'
import { expect, freshName, rowOf, test } from '../harness/fixtures.ts'
import { see, visited } from '../harness/seen.ts'

/** Runs in the page: whether the focus is visible. */
function focusIsShown(): boolean {
  const focused = document.activeElement
  if (focused === null || focused === document.body) return false
  // Tabs and segments show the focus on an adjacent or nested element.
  const near = [focused, focused.nextElementSibling, ...focused.children].filter(
    (one) => one !== null,
  )
  return near.some((one) => {
    const { boxShadow, outlineStyle } = getComputedStyle(one)
    return boxShadow !== 'none' || outlineStyle !== 'none'
  })
}

async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let stop = 0; stop < 40; stop += 1) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(() => document.activeElement?.outerHTML ?? 'nothing')
    expect(await page.evaluate(focusIsShown), `the focus can be seen on ${focused}`).toBe(true)
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`${target} cannot be reached by Tab`)
}

test('creates, opens and deletes a project without a mouse', async ({ page }) => {
  const name = freshName('By hand')
  await page.goto('/home')
  await see(page, 'No projects yet', { as: 'heading' })
  const add = page.getByRole('button', { name: '+ New Project' })
  await tabTo(page, add)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Name')).toBeFocused()
  await page.keyboard.type(name)
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Region')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('option', { name: 'Singapore' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option', { name: 'Frankfurt' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Region')).toHaveText('Frankfurt')
  await expect(page.getByLabel('Region')).toBeFocused()
  await tabTo(page, page.getByRole('button', { name: 'Create', exact: true }))
  await page.keyboard.press('Space')
  await visited(page, '/project/{projectId}/data')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('main')).toBeFocused()
  await page.goBack()

  await tabTo(page, page.getByRole('link', { name, exact: true }))
  await page.keyboard.press('Enter')
  await visited(page, '/project/{projectId}/data')
  await expect(page.getByRole('main')).toBeFocused()
  await page.goBack()

  const icon = rowOf(page, name).getByRole('button', { name: `Delete ${name}` })
  await expect(icon).toBeVisible()
  await tabTo(page, icon)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel(`Type ${name} to confirm`)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await expect(icon).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.type(name)
  await tabTo(page, page.getByRole('button', { name: 'Delete Project' }))
  await page.keyboard.press('Enter')
  await see(page, 'Project deleted successfully')
  await expect(rowOf(page, name)).toBeHidden()
  await expect(page.getByRole('main')).toBeFocused()
})

test('a dialog traps the focus', async ({ page }) => {
  await page.goto('/home')
  await page.getByRole('button', { name: '+ New Project' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Name')).toBeFocused()
  for (let stop = 0; stop < 10; stop += 1) {
    await page.keyboard.press('Tab')
    expect(await dialog.evaluate((box) => box.contains(document.activeElement))).toBe(true)
  }
})

test('a screen change moves the focus and is announced', async ({ page, project }) => {
  await page.goto(`/project/${project.id}/data`)
  await page.getByRole('link', { name: 'Workflow' }).click()
  const main = page.getByRole('main')
  await expect(main).toBeFocused()
  await expect(main).toHaveAccessibleName(`Workflows · ${project.name} · Plinth`)
})

test.describe('signed out', () => {
  test.use({ who: 'nobody' })

  test('Tab reaches every part of the sign-in form in order', async ({ page }) => {
    await page.goto('/')
    await page.getByLabel('Email').focus()
    await page.keyboard.press('Tab')
    await expect(page.getByLabel('Password')).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Forgot your password?' })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Login' })).toBeFocused()
  })
})
