import { expect, test } from '../harness/fixtures.ts'
import { measured } from '../harness/seen.ts'

test('a tooltip opens after a delay, and the next one immediately', async ({ page, project }) => {
  await page.clock.install()
  await page.goto(`/project/${project.id}/data`)
  const theme = page.getByRole('button', { name: 'Switch to dark theme' })
  const settings = page.getByRole('link', { name: 'Settings' })
  const tooltip = page.getByRole('tooltip')
  await expect(page.getByText('No tables available')).toBeVisible()
  await page.clock.pauseAt(Date.now() + 60_000)

  await theme.hover()
  await page.clock.runFor(699)
  await expect(tooltip).toHaveCount(0)
  await page.clock.runFor(1)
  await expect(tooltip).toHaveText('Switch to dark theme')
  measured('tooltip.delay', 699 + 1)

  await page.mouse.move(400, 400, { steps: 3 })
  await expect(tooltip).toHaveCount(0)
  await page.clock.runFor(299)
  await settings.hover()
  await expect(tooltip).toHaveText('Settings')

  await page.mouse.move(400, 400, { steps: 3 })
  await expect(tooltip).toHaveCount(0)
  await page.clock.runFor(300)
  await theme.hover()
  await expect(tooltip).toHaveCount(0)
  await page.clock.runFor(700)
  await expect(tooltip).toHaveText('Switch to dark theme')
  measured('tooltip.skipDelay', 299 + 1)
})
