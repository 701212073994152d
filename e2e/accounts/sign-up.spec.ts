import { expect, test } from '../harness/fixtures.ts'
import { see, visited } from '../harness/seen.ts'

test('validates all fields and calls no server', async ({ page }) => {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/(auth|api)\//.test(pathname)) calls.push(pathname)
  })
  await page.goto('/signup')
  await visited(page, '/signup')
  await see(page, 'Sign Up', { as: 'heading' })
  await see(page, 'Enter your information to create an account')
  for (const label of ['First name', 'Last name', 'Email', 'Password']) {
    await see(page, label)
    await expect(page.getByLabel(label)).toHaveAttribute('required')
  }
  expect(calls).toEqual([])
  await (await see(page, 'Login', { as: 'button' })).click()
  await visited(page, '/home')
  expect(calls.filter((call) => call !== '/auth/devme' && call !== '/api/project')).toEqual([])
})

test.describe('signed out', () => {
  test.use({ who: 'nobody' })

  test('is redirected to the sign-in screen by the guard', async ({ page }) => {
    await page.goto('/signup')
    await page.getByRole('button', { name: 'Login' }).click()
    await visited(page, '/')
  })

  test('links to the sign-in screen', async ({ page }) => {
    await page.goto('/signup')
    await see(page, 'Already have an account?', { part: true })
    await (await see(page, 'Sign in', { as: 'link' })).click()
    await visited(page, '/')
    await see(page, 'Login', { as: 'heading' })
  })
})
