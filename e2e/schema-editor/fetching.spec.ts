import { expect, freshName, rowOf, test } from '../harness/fixtures.ts'
import { measured, see, visited } from '../harness/seen.ts'

const LIST = '**/api/project?*'
const FAILURE = { error: { code: 'internal', message: 'No.', requestId: 'none' } }

test('retries a failing query three times with increasing delay', async ({ page, project }) => {
  let requests = 0
  await page.route(LIST, (route) => {
    requests += 1
    return route.fulfill({ status: 500, json: FAILURE })
  })
  await page.clock.install()
  await page.goto('/signup')
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect.poll(() => requests).toBe(1)
  const delays: number[] = []
  for (const expected of [1_000, 2_000, 4_000]) {
    const before = requests
    const failed = page.waitForResponse(LIST)
    await page.clock.runFor(expected - 1)
    expect(requests).toBe(before)
    await page.clock.runFor(1)
    await failed
    await expect.poll(() => requests).toBe(before + 1)
    delays.push(expected)
  }
  await page.clock.runFor(60_000)
  await see(page, 'Could not load.')
  expect(requests).toBe(4)
  measured('fetch.retries', requests - 1)
  measured('fetch.retryDelay', delays[0])
  measured('fetch.retryFactor', (delays[1] ?? 0) / (delays[0] ?? 1))
  await page.unrouteAll()
  await page.clock.resume()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(rowOf(page, project.name)).toBeVisible()
})

test('drops unused queries from the cache after five minutes', async ({ page, project }) => {
  await page.clock.install()
  await page.goto('/home')
  await expect(rowOf(page, project.name)).toBeVisible()
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.route(LIST, () => undefined)
  const leaveFor = async (ms: number) => {
    await page.getByRole('link', { name: project.name }).click()
    await visited(page, '/project/{projectId}/data')
    await page.clock.runFor(ms)
    await page.getByRole('link', { name: 'Home' }).click()
    await visited(page, '/home')
    await expect(page.getByRole('table', { name: 'Projects' })).toBeVisible()
  }
  await leaveFor(299_999)
  await expect(rowOf(page, project.name)).toBeVisible()
  await leaveFor(300_000)
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'true')
  await expect(rowOf(page, project.name)).toBeHidden()
  measured('fetch.collectAfter', 299_999 + 1)
})

test('does not cache the current user', async ({ page }) => {
  let requests = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/auth/devme')) requests += 1
  })
  await page.goto('/signup')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible()
  expect(requests).toBe(1)
  await page.goBack()
  await see(page, 'Sign Up', { as: 'heading' })
  await page.goForward()
  await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible()
  expect(requests).toBe(2)
  measured('cache.currentUser.retention', 0)
})

test('a query goes from pending to success or error', async ({ page, project }) => {
  const states: string[] = []
  const answer = Promise.withResolvers<void>()
  await page.route(LIST, async (route) => {
    await answer.promise
    await route.continue()
  })
  await page.goto('/home')
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'true')
  states.push('pending')
  answer.resolve()
  await expect(rowOf(page, project.name)).toBeVisible()
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false')
  states.push('success')
  await page.unrouteAll()
  await page.route(LIST, (route) => route.fulfill({ status: 400, json: FAILURE }))
  await page.reload()
  await see(page, 'Could not load.')
  states.push('error')
  measured('query.states', states)
})

test('a query is idle, fetching, or paused without a network', async ({
  page,
  project,
  context,
}) => {
  const states: string[] = []
  let requests = 0
  page.on('request', (request) => {
    if (request.url().includes('/api/project?')) requests += 1
  })
  const search = page.getByRole('searchbox')
  const table = page.getByRole('table')
  await page.goto('/home')
  await expect(rowOf(page, project.name)).toBeVisible()
  const held = Promise.withResolvers<void>()
  await page.route(LIST, async (route) => {
    await held.promise
    await route.continue()
  })
  await search.fill('nothing of that name')
  await expect(table).toHaveAttribute('aria-busy', 'true')
  await expect.poll(() => requests).toBe(2)
  states.push('fetching')
  held.resolve()
  await see(page, 'No project matches', { as: 'heading' })
  await context.setOffline(true)
  await search.fill('nothing of another name')
  await expect(page).toHaveURL(/another/)
  await expect(table).toHaveAttribute('aria-busy', 'true')
  expect(requests).toBe(2)
  states.push('paused')
  await context.setOffline(false)
  await expect.poll(() => requests).toBe(3)
  await expect(table).toHaveAttribute('aria-busy', 'false')
  states.push('idle')
  measured('fetch.states', states)
})

test('a mutation goes from idle through pending to error or success', async ({ page }) => {
  const states: string[] = []
  const name = freshName('Four states')
  await page.goto('/home')
  await page.getByRole('button', { name: '+ New Project' }).click()
  await page.getByLabel('Name').fill(name)
  const create = page.getByRole('button', { name: 'Create', exact: true })
  await expect(create).not.toHaveAttribute('aria-busy')
  states.push('idle')
  const held = Promise.withResolvers<void>()
  await page.route('**/api/project', async (route) => {
    await held.promise
    await route.continue()
  })
  await create.click()
  await expect(create).toHaveAttribute('aria-busy', 'true')
  states.push('pending')
  held.resolve()
  await see(page, 'Project created successfully')
  states.push('success')
  await page.unrouteAll()
  await expect(page).toHaveURL(/\/data/)
  await page.goto('/home')
  await page.getByRole('button', { name: '+ New Project' }).click()
  await page.getByLabel('Name').fill(name)
  await create.click()
  await see(page, 'Please use a different project name.')
  states.push('error')
  measured('mutation.states', states)
})
