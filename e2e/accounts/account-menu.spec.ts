import type { Page } from '@playwright/test'
import { expectClean } from '../harness/expect-clean.ts'
import { expect, test } from '../harness/fixtures.ts'

const COMMON = ['Keyboard shortcuts?', 'Documentation', 'Two-factor authentication']
const FOR_ADMINS = ['People', 'Deleted projects']

async function itemsAt(page: Page, path: string): Promise<string[]> {
  await page.goto(path)
  await page.getByRole('button', { name: 'Your account' }).click()
  const items = page.getByRole('menuitem')
  await expect(items.last()).toBeVisible()
  const texts = await items.allInnerTexts()
  await page.keyboard.press('Escape')
  return texts.map((text) => text.replace(/\s*\n\s*/g, ''))
}

test('the account menu of a developer is the same on every screen', async ({ page, project }) => {
  for (const path of ['/home', `/project/${project.id}/data`, '/people', '/two-factor'])
    expect(await itemsAt(page, path), path).toEqual([...COMMON, 'Sign Out'])
})

test('Documentation opens the page of the screen in a new tab', async ({ page, context }) => {
  await page.goto('/home')
  await page.getByRole('button', { name: 'Your account' }).click()
  const opened = context.waitForEvent('page')
  await page.getByRole('menuitem', { name: 'Documentation' }).click()
  const tab = await opened
  await expect(tab).toHaveURL('/docs/guide/first-project')
  await expect(tab.getByRole('heading', { name: 'The first project', level: 1 })).toBeVisible()
  await expect(page).toHaveURL('/home')
})

test.describe('an admin', () => {
  test.use({ who: 'admin' })

  test('finds people and two-factor from inside a project, and the way back', async ({
    page,
    project,
  }) => {
    const inside = `/project/${project.id}/settings`
    for (const path of ['/home', '/deleted-projects', '/people', '/two-factor', inside])
      expect(await itemsAt(page, path), path).toEqual([...COMMON, ...FOR_ADMINS, 'Sign Out'])
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('menuitem', { name: 'Two-factor authentication' }).click()
    await expect(page).toHaveURL('/two-factor')
    await expect(page.getByRole('heading', { name: 'Two-factor authentication' })).toBeVisible()
    await expect(page.getByRole('banner')).toBeVisible()
    await expectClean(page)
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('menuitem', { name: 'People' }).click()
    await expect(page.getByRole('heading', { name: 'People', exact: true })).toBeVisible()
    await page.getByRole('link', { name: 'Home' }).click()
    await expect(page).toHaveURL('/home')
  })
})
