import { expect, test } from '../harness/fixtures.ts'

/** Every test fails on a violation or a foreign request; these prove that the detection works. */
test('every page has a strict policy', async ({ page }) => {
  for (const path of ['/', '/home', '/nowhere', '/api/project', '/health/live', '/theme.js']) {
    const { headers } = await page.request
      .get(path)
      .then((answer) => ({ headers: answer.headers() }))
    const policy = headers['content-security-policy'] ?? ''
    const rules = Object.fromEntries(
      policy.split(';').map((rule) => {
        const [name, ...values] = rule.trim().split(' ')
        return [name, values.join(' ')]
      }),
    )
    expect(rules, path).toMatchObject({
      'default-src': "'self'",
      'script-src': "'self'",
      'connect-src': "'self'",
      'object-src': "'none'",
      'base-uri': "'none'",
      'frame-ancestors': "'none'",
    })
    expect(headers['x-content-type-options']).toBe('nosniff')
  }
})

test('a planted script does not run and is detected', async ({ page, trouble }) => {
  await page.goto('/')
  await page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'document.title = "planted"'
    document.body.append(script)
  })
  await expect.poll(() => trouble.splice(0)).toEqual([expect.stringContaining('script-src')])
  await expect(page).not.toHaveTitle('planted')
})

test('a foreign origin is not reached and the attempt is detected', async ({ page, trouble }) => {
  await page.goto('/')
  await page.evaluate(() => fetch('https://example.invalid/').catch(() => undefined))
  await expect.poll(() => trouble.length).toBeGreaterThan(0)
  expect(trouble.splice(0).join()).toContain('connect-src')
})

test('all screens use only their own origin', async ({ page, project, trouble }) => {
  for (const section of ['data', 'ui', 'workflow', 'settings']) {
    await page.goto(`/project/${project.id}/${section}`)
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
  }
  await page.goto('/home')
  await page.getByRole('button', { name: '+ New Project' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: `Delete ${project.name}` }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Escape')
  for (const path of ['/signup', '/forgot-password', '/forgot-password#token', '/nowhere']) {
    await page.goto(path)
    await expect(page.getByRole('heading').first()).toBeVisible()
  }
  expect(trouble).toEqual([])
})
