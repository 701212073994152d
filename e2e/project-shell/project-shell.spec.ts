import { enter, expect, newProject, test } from '../harness/fixtures.ts'
import { addStaff } from '../harness/platform.ts'
import { measured, see, visited } from '../harness/seen.ts'

test('tabs open their sections and the last one is remembered', async ({ page, project }) => {
  const at = `/project/${project.id}`
  await page.goto(at)
  await visited(page, '/project/{projectId}')
  measured('section.default', new URL(page.url()).pathname.split('/').at(-1))
  await visited(page, '/project/{projectId}/data')
  await see(page, project.name, { as: 'heading' })
  await see(page, 'No tables available')
  for (const tab of ['Data', 'UI', 'Workflow']) await see(page, tab, { as: 'link' })
  const current = page.getByRole('link', { name: 'Data', exact: true })
  await expect(current).toHaveAttribute('aria-current', 'page')

  await page.getByRole('link', { name: 'Workflow' }).click()
  await visited(page, '/project/{projectId}/workflow')
  await expect(page).toHaveTitle(`Workflows · ${project.name} · Plinth`)
  const stored = Object.entries(await page.evaluate(() => ({ ...localStorage })))
  measured('storage.sectionKey', stored.find(([, value]) => value === 'workflow')?.[0])

  await page.goto(at)
  await expect(page).toHaveURL(`${at}/workflow`)
  // The page stores its section when it appears, which is after the address has changed.
  await expect(page).toHaveTitle(`Workflows · ${project.name} · Plinth`)
  await page.evaluate(() => localStorage.setItem('section', 'nonsense'))
  await page.goto(at)
  await expect(page).toHaveURL(`${at}/data`)
})

test('the UI section shows only UI', async ({ page, project }) => {
  await page.goto(`/project/${project.id}/data`)
  await page.getByRole('link', { name: 'UI', exact: true }).click()
  await visited(page, '/project/{projectId}/ui')
  await see(page, 'UI', { as: 'heading' })
  await expect(page.getByRole('main')).toHaveText('UI')
})

test('the settings icon opens the settings, which are not remembered', async ({
  page,
  project,
}) => {
  await page.goto(`/project/${project.id}/ui`)
  await page.getByRole('link', { name: 'Settings' }).click()
  await visited(page, '/project/{projectId}/settings')
  await see(page, 'Settings', { as: 'heading' })
  await page.goto(`/project/${project.id}`)
  await expect(page).toHaveURL(/\/ui$/)
})

test('the logo and the empty state link home', async ({ page, project }) => {
  await page.goto(`/project/${project.id}/data`)
  await page.getByRole('link', { name: 'Home' }).click()
  await visited(page, '/home')
  await page.goBack()
  await (await see(page, 'Back to Projects')).click()
  await visited(page, '/home')
})

test('loads the configuration on entering and discards it on leaving', async ({
  page,
  project,
}) => {
  let fetched = 0
  page.on('request', (request) => {
    if (request.url().endsWith(`/api/project/${project.id}`)) fetched += 1
  })
  await page.goto('/home')
  await page.getByRole('link', { name: project.name }).click()
  await see(page, 'No tables available')
  expect(fetched).toBe(1)
  await page.getByRole('link', { name: 'UI', exact: true }).click()
  await page.getByRole('link', { name: 'Data', exact: true }).click()
  await see(page, 'No tables available')
  expect(fetched).toBe(1)
  await page.getByRole('link', { name: 'Home' }).click()
  await page.getByRole('link', { name: project.name }).click()
  await see(page, 'No tables available')
  expect(fetched).toBe(2)
})

test('retries a project that failed to load', async ({ page, project }) => {
  const refusal = { error: { code: 'bad_request', message: 'No.', requestId: 'none' } }
  const call = `**/api/project/${project.id}`
  await page.route(call, (route) => route.fulfill({ status: 400, json: refusal }))
  await page.goto(`/project/${project.id}/data`)
  await see(page, 'Could not load.')
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Retry' }).click()
  await see(page, 'No tables available')
})

for (const [whose, path] of [
  ['somebody else’s', undefined],
  ['a deleted', '/project/prj_00000000000000000000000000/data'],
  ['an impossible', '/project/not-an-id/data'],
] as const) {
  test(`${whose} project is not found`, async ({ page, platform }) => {
    const theirs = path ? undefined : await newProject(await enter(await addStaff(platform)))
    await page.goto(path ?? `/project/${theirs?.id}/data`)
    await see(page, 'Project not found or not shared with you', { as: 'heading' })
    if (theirs) await expect(page.getByText(theirs.name)).toBeHidden()
    await page.getByRole('link', { name: 'Back to Projects' }).click()
    await visited(page, '/home')
  })
}

test('hides Deploy from an owner', async ({ page, project }) => {
  await page.goto(`/project/${project.id}/data`)
  await see(page, 'No tables available')
  await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Deploy' })).toBeHidden()
})

test.describe('the admin', () => {
  test.use({ who: 'admin' })

  test('sees Deploy in every project', async ({ page, platform }) => {
    const project = await newProject(await enter(await addStaff(platform)))
    await page.goto(`/project/${project.id}/data`)
    await see(page, 'Deploy', { as: 'button' })
  })
})
