import type { Page } from '@playwright/test'
import { expect, test } from '../harness/fixtures.ts'

const html = (page: Page) => page.locator('html')

/** Runs in the page before its own scripts: records the theme when the body is created. */
function noteThemeAtBirth(): void {
  new MutationObserver((_, observer) => {
    if (document.body === null) return
    observer.disconnect()
    Object.assign(window, { themeAtBirth: document.documentElement.dataset.theme })
  }).observe(document, { childList: true, subtree: true })
}

/** Perceived brightness of any CSS colour. */
function brightness(page: Page, colour: string): Promise<'light' | 'dark'> {
  return page.evaluate((fill) => {
    const canvas = document.createElement('canvas').getContext('2d')
    if (canvas === null) throw new Error('no canvas')
    canvas.fillStyle = fill
    canvas.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data
    return red + green + blue > 384 ? 'light' : 'dark'
  }, colour)
}

for (const [system, chosen, shown] of [
  ['light', null, 'light'],
  ['dark', null, 'dark'],
  ['dark', 'light', 'light'],
  ['light', 'dark', 'dark'],
] as const) {
  test(`system ${system}, chosen ${chosen}: ${shown} before the first paint`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: system })
    await page.addInitScript((theme) => {
      if (theme) localStorage.setItem('theme', theme)
    }, chosen)
    await page.addInitScript(noteThemeAtBirth)
    // Blocks the console's scripts, so that only the first paint is visible.
    await page.route('**/static/js/**', () => undefined)
    await page.goto('/', { waitUntil: 'commit' })
    await expect(html(page)).toHaveAttribute('data-theme', shown)
    // Nothing is painted before the stylesheet has arrived.
    await page.waitForFunction(
      () => getComputedStyle(document.body).backgroundColor !== 'rgba(0, 0, 0, 0)',
    )
    const first = await page.evaluate(() => ({
      theme: (window as unknown as { themeAtBirth?: string }).themeAtBirth,
      background: getComputedStyle(document.body).backgroundColor,
    }))
    expect(first.theme).toBe(shown)
    expect(await brightness(page, first.background)).toBe(shown)
  })
}

test('a choice persists and reaches other tabs', async ({ page, context }) => {
  await page.goto('/home')
  const other = await context.newPage()
  await other.goto('/home')
  await page.getByRole('button', { name: 'Switch to dark theme' }).click()
  await expect(html(page)).toHaveAttribute('data-theme', 'dark')
  await expect(html(other)).toHaveAttribute('data-theme', 'dark')
  await page.reload()
  await expect(html(page)).toHaveAttribute('data-theme', 'dark')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.getByRole('button', { name: 'Switch to light theme' }).click()
  await expect(html(page)).toHaveAttribute('data-theme', 'light')
  await page.reload()
  await expect(html(page)).toHaveAttribute('data-theme', 'light')
})

test('follows the system theme without a choice', async ({ page }) => {
  await page.goto('/home')
  await expect(html(page)).toHaveAttribute('data-theme', 'light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(html(page)).toHaveAttribute('data-theme', 'dark')
})
