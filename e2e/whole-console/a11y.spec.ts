import { expectClean } from '../harness/expect-clean.ts'
import { expect, newProject, test } from '../harness/fixtures.ts'
import { putOutOfSync, seedProject } from '../harness/platform.ts'

test.describe('signed out', () => {
  test.use({ who: 'nobody' })

  test('sign-in, also with a toast', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
    await expectClean(page)
    await page.getByLabel('Email').fill('a@example.com')
    await page.getByLabel('Password').fill('something')
    await page.route('**/auth/login', (route) => route.abort())
    await page.getByRole('button', { name: 'Login' }).click()
    await page.getByText('Uh oh! Something went wrong.').hover()
    await expectClean(page)
  })

  test('sign-up', async ({ page }) => {
    await page.goto('/signup')
    await expect(page.getByRole('heading', { name: 'Sign Up' })).toBeVisible()
    await expectClean(page)
  })

  test('forgotten password, before and after sending', async ({ page }) => {
    await page.goto('/forgot-password')
    await expect(page.getByRole('heading', { name: 'Forgot password' })).toBeVisible()
    await expectClean(page)
    await page.getByLabel('Email').fill('nobody@example.com')
    await page.getByRole('button', { name: 'Send reset link' }).click()
    await expect(page.getByText('a reset link is on its way')).toBeVisible()
    await expectClean(page)
  })

  test('new password, with both kinds of errors', async ({ page }) => {
    await page.goto('/forgot-password#not-a-token')
    const [password, repeat] = [
      page.getByLabel('New password', { exact: true }),
      page.getByLabel('Repeat new password'),
    ]
    await password.fill('long enough')
    await repeat.fill('not the same')
    await page.getByRole('button', { name: 'Save password' }).click()
    await expect(page.getByText('The passwords do not match')).toBeVisible()
    await expectClean(page)
    await repeat.fill('long enough')
    await page.getByRole('button', { name: 'Save password' }).click()
    await expect(page.getByRole('link', { name: 'Send a new link' })).toBeVisible()
    await expectClean(page)
  })

  test('the error page', async ({ page }) => {
    await page.goto('/nowhere')
    await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible()
    await expectClean(page)
  })
})

test.describe('the project list', () => {
  test('empty', async ({ page }) => {
    await page.goto('/home')
    await expect(page.getByRole('heading', { name: 'No projects yet' })).toBeVisible()
    await expectClean(page)
  })

  test('loading', async ({ page }) => {
    await page.route('**/api/project?*', () => undefined)
    await page.goto('/home')
    await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'true')
    await expectClean(page)
  })

  test('failing', async ({ page }) => {
    const json = { error: { code: 'bad_request', message: 'No.', requestId: 'none' } }
    await page.route('**/api/project?*', (route) => route.fulfill({ status: 400, json }))
    await page.goto('/home')
    await expect(page.getByText('Could not load.')).toBeVisible()
    await expectClean(page)
  })

  test('with both states', async ({ page, me, project, platform }) => {
    await putOutOfSync(platform, (await newProject(me)).id)
    await page.goto('/home')
    await expect(page.getByRole('link', { name: project.name })).toBeVisible()
    await expectClean(page)
  })

  test('with pages', async ({ page, me, platform }) => {
    for (let number = 1; number <= 51; number += 1) {
      const name = `Clean ${me.id.slice(-6)} ${number}`
      await seedProject(platform, { name, ownerId: me.id })
    }
    await page.goto('/home')
    await expect(page.getByText('1–50 of 51')).toBeVisible()
    await expectClean(page, 'nav')
  })

  test('with a menu and no matches', async ({ page, project }) => {
    await page.goto(`/home?search=not ${project.name}`)
    await expect(page.getByRole('heading', { name: 'No project matches' })).toBeVisible()
    await page.getByRole('button', { name: 'Your account' }).click()
    await expect(page.getByRole('menu')).toBeVisible()
    await expectClean(page)
  })

  test('with the create dialog and an error', async ({ page }) => {
    await page.goto('/home')
    await page.getByRole('button', { name: '+ New Project' }).click()
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await expect(page.getByText('Name is required')).toBeVisible()
    await expectClean(page)
  })

  test('with the create dialog and its regions', async ({ page }) => {
    await page.goto('/home')
    await page.getByRole('button', { name: '+ New Project' }).click()
    await page.getByLabel('Region').click()
    await expect(page.getByRole('option')).toHaveCount(6)
    await expectClean(page)
  })

  test('with the create dialog for a clone', async ({ page }) => {
    await page.goto('/home')
    await page.getByRole('button', { name: '+ New Project' }).click()
    await page.getByRole('switch', { name: 'Cloned' }).click()
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await expect(page.getByText('Database URL is required')).toBeVisible()
    await expectClean(page)
  })

  test('the confirmation before deleting', async ({ page, project }) => {
    await page.goto('/home')
    await page.getByRole('button', { name: `Delete ${project.name}` }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await expectClean(page)
  })
})

test.describe('inside a project', () => {
  test.use({ who: 'admin' })

  for (const section of ['data', 'ui', 'workflow', 'settings']) {
    test(section, async ({ page, project }) => {
      await page.goto(`/project/${project.id}/${section}`)
      await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
      await expect(page.getByRole('button', { name: 'Deploy' })).toBeVisible()
      await expectClean(page)
    })
  }

  test('a tooltip', async ({ page, project }) => {
    await page.goto(`/project/${project.id}/ui`)
    await page.getByRole('link', { name: 'Settings' }).focus()
    await expect(page.getByRole('tooltip')).toBeVisible()
    await expectClean(page)
  })

  test('the palette', async ({ page, project }) => {
    await page.goto(`/project/${project.id}/ui`)
    await expect(page.getByRole('heading', { name: 'UI' })).toBeVisible()
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('option', { name: project.name })).toBeVisible()
    await expectClean(page)
  })

  test('the list of shortcuts', async ({ page, project }) => {
    await page.goto(`/project/${project.id}/ui`)
    await expect(page.getByRole('heading', { name: 'UI' })).toBeVisible()
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    await expectClean(page)
  })

  test('a project that does not exist', async ({ page }) => {
    await page.goto('/project/prj_00000000000000000000000000/data')
    await expect(page.getByRole('heading', { name: /^Project not found/ })).toBeVisible()
    await expectClean(page)
  })
})
