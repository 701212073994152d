import type { Page } from '@playwright/test'
import { expect, test } from '../harness/fixtures.ts'
import { measured } from '../harness/seen.ts'

test.use({ who: 'nobody' })

const TITLE = 'Uh oh! Something went wrong.'

/** Causes a toast: a sign-in that cannot reach the server. */
async function causeToast(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText(TITLE)).toBeVisible()
}

test.beforeEach(async ({ page }) => {
  await page.route('**/auth/login', (route) => route.abort())
  await page.clock.install()
  await page.goto('/')
  await page.getByLabel('Email').fill('a@example.com')
  await page.getByLabel('Password').fill('something')
  await page.clock.pauseAt(Date.now() + 60_000)
})

test('shows one toast at a time', async ({ page }) => {
  await causeToast(page)
  const card = page.locator('[data-toast]')
  await expect(card.getByText('Network Error')).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(card.getByText('The email or password is wrong.')).toBeVisible()
  await expect(card.getByText('Network Error')).toBeHidden()
  measured('toast.limit', await page.getByText(TITLE).count())
})

test('a toast stays for five seconds', async ({ page }) => {
  await causeToast(page)
  await page.clock.runFor(4_999)
  await expect(page.getByText(TITLE)).toBeVisible()
  await page.clock.runFor(1)
  await expect(page.getByText(TITLE)).toBeHidden()
  measured('toast.duration', 4_999 + 1)
})

test('a toast pauses while hovered', async ({ page }) => {
  await causeToast(page)
  await page.clock.runFor(3_000)
  await page.getByText(TITLE).hover()
  await page.clock.runFor(60_000)
  await expect(page.getByText(TITLE)).toBeVisible()
  await page.mouse.move(10, 10)
  await page.clock.runFor(1_999)
  await expect(page.getByText(TITLE)).toBeVisible()
  await page.clock.runFor(1)
  await expect(page.getByText(TITLE)).toBeHidden()
})

test('a dismissed toast leaves the list much later', async ({ page }) => {
  // Without an animation end event, the closed card stays in the page as long as it is in the list.
  await page.addStyleTag({ content: '[data-toast] { animation: none !important }' })
  await causeToast(page)
  const card = page.locator('[data-toast]')
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(card).toHaveAttribute('data-toast', 'closed')
  await page.clock.runFor(999_999)
  await expect(card).toHaveCount(1)
  await page.clock.runFor(1)
  await expect(card).toHaveCount(0)
  measured('toast.removeDelay', 999_999 + 1)
})

test('a toast can be swiped away', async ({ page }) => {
  await causeToast(page)
  const box = await page.getByText(TITLE).boundingBox()
  const from = { x: (box?.x ?? 0) + 5, y: (box?.y ?? 0) + 5 }
  const swipe = async (distance: number) => {
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(from.x + distance, from.y)
    await page.mouse.up()
  }
  await swipe(49)
  await expect(page.locator('[data-toast=open]')).toHaveCount(1)
  await swipe(50)
  await expect(page.getByText(TITLE)).toBeHidden()
  measured('toast.swipeThreshold', 49 + 1)
})

test('Escape dismisses the focused toast', async ({ page }) => {
  await causeToast(page)
  await page.getByRole('button', { name: 'Dismiss' }).focus()
  await page.keyboard.press('Escape')
  await expect(page.getByText(TITLE)).toBeHidden()
})

test('a toast after a dismissed one also stays for five seconds', async ({ page }) => {
  await causeToast(page)
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.getByText(TITLE)).toBeHidden()
  await causeToast(page)
  await page.clock.runFor(4_999)
  await expect(page.getByText(TITLE)).toBeVisible()
  await page.clock.runFor(1)
  await expect(page.getByText(TITLE)).toBeHidden()
})
