import { expect, test } from '../harness/fixtures.ts'
import { measured, see, visited } from '../harness/seen.ts'

const TITLE = 'Unexpected Application Error!'

test('an unknown URL shows the error page', async ({ page }) => {
  await page.goto('/nowhere/at/all')
  await see(page, TITLE, { as: 'heading' })
  await see(page, '404 Not Found')
  await expect(page).toHaveTitle(`${TITLE} · Plinth`)
  await page.getByRole('link', { name: 'Back to Projects' }).click()
  await visited(page, '/home')
})

test('reloads a screen whose script failed to load', async ({ page, project }) => {
  await page.goto('/home')
  const chunk = '**/static/js/project-shell-*.js'
  await page.route(chunk, (route) => route.abort())
  await page.getByRole('link', { name: project.name }).click()
  await see(page, TITLE, { as: 'heading' })
  await see(page, 'Loading chunk failed')
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Reload' }).click()
  await see(page, 'No tables available')
})

test('waits for a script only for a limited time', async ({ page, project }) => {
  await page.clock.install()
  await page.goto('/home')
  await expect(page.getByRole('link', { name: project.name })).toBeVisible()
  const asked = Promise.withResolvers<string>()
  await page.route('**/static/js/project-shell-*.js', (route) => {
    asked.resolve(new URL(route.request().url()).pathname)
  })
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.getByRole('link', { name: project.name }).click()
  measured('chunk.path', (await asked.promise).split('/').slice(1, -1).join('/'))
  await page.clock.runFor(119_999)
  await expect(page.getByRole('heading', { name: TITLE })).toBeHidden()
  await page.clock.runFor(1)
  await see(page, 'Loading chunk failed')
  measured('chunk.timeout', 119_999 + 1)
})
