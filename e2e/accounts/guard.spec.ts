import type { Page } from '@playwright/test'
import { expect, test } from '../harness/fixtures.ts'
import { endSessions } from '../harness/platform.ts'
import { measured, visited } from '../harness/seen.ts'

function storedToken(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem('token'))
}

test.describe('without a token', () => {
  test.use({ who: 'nobody' })

  for (const path of ['/home', '/project/prj_00000000000000000000000000/data']) {
    test(`redirects from ${path}`, async ({ page }) => {
      await page.goto(path)
      await visited(page, '/')
      measured('auth.guardTarget', new URL(page.url()).pathname)
    })
  }
})

test('does not redirect while the session state is unknown', async ({ page }) => {
  const states: string[] = []
  const held = Promise.withResolvers<void>()
  await page.route('**/static/js/guarded-layout-*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto('/home', { waitUntil: 'commit' })
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible()
  await expect(page).toHaveURL('/home')
  states.push('loading')
  measured('auth.initial', states[0])
  held.resolve()
  await expect(page.getByRole('heading', { name: 'Projects', exact: true })).toBeVisible()
  states.push('authenticated')
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await visited(page, '/')
  states.push('unauthenticated')
  measured('auth.states', states)
})

test('waits for a slow response about the user', async ({ page }) => {
  const held = Promise.withResolvers<void>()
  await page.route('**/auth/devme', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto('/home')
  await expect(page.getByRole('heading', { name: 'Projects', exact: true })).toBeVisible()
  await expect(page).toHaveURL('/home')
  held.resolve()
  await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible()
})

test('signs out at the next call after the session was ended elsewhere', async ({
  page,
  me,
  platform,
}) => {
  await page.goto('/home')
  await expect(page.getByRole('heading', { name: 'No projects yet' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible()
  await endSessions(platform, me.id)
  await page.getByRole('button', { name: '+ New Project' }).click()
  await visited(page, '/')
  expect(await storedToken(page)).toBeNull()
})

test('discards a token that the server rejects', async ({ page }) => {
  await page.addInitScript(() => {
    if (sessionStorage.getItem('forged')) return
    sessionStorage.setItem('forged', 'yes')
    localStorage.setItem('token', 'a'.repeat(43))
  })
  await page.goto('/home')
  await visited(page, '/')
  expect(await storedToken(page)).toBeNull()
})

test('signing out in one tab signs out the others', async ({ page, context }) => {
  await page.goto('/home')
  const other = await context.newPage()
  await other.goto('/home')
  await other.getByRole('button', { name: 'Sign Out' }).click()
  await visited(page, '/')
})
