import type { Page } from '@playwright/test'
import { PAGES } from '../../docs/site/.vitepress/pages.ts'
import { axeFor } from '../harness/expect-clean.ts'
import { expect, test } from '../harness/fixtures.ts'

test.use({ who: 'nobody' })

/** What the browser reports as an error on any page; the fixtures watch for policy violations and foreign requests. */
function watchErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${page.url()}: ${message.text().slice(0, 200)}`)
  })
  return errors
}

/** Addresses of the page's links, and the anchors that it has. */
function readPage(page: Page) {
  return page.evaluate(() => ({
    links: [...document.querySelectorAll<HTMLAnchorElement>('a[href]')].map(({ href }) => href),
    anchors: [...document.querySelectorAll('[id]')].map(({ id }) => id),
  }))
}

test('every page of the sidebar is read, and every link and anchor resolves', async ({
  page,
  baseURL,
}) => {
  test.setTimeout(300_000)
  const errors = watchErrors(page)
  const anchors = new Map<string, string[]>()
  const links = new Set<string>()
  for (const { link, text } of [{ link: '/', text: 'Plinth' }, ...PAGES]) {
    const path = `/docs${link}`
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    if (link !== '/')
      await expect(page.locator('.VPSidebar a.link', { hasText: text }).first()).toBeVisible()
    const read = await readPage(page)
    anchors.set(path, read.anchors)
    for (const href of read.links) links.add(href)
  }
  expect(errors).toEqual([])
  const broken: string[] = []
  for (const href of links) {
    const url = new URL(href)
    if (url.origin !== new URL(baseURL ?? '').origin) continue
    const known = anchors.get(url.pathname)
    if (known === undefined) {
      const { status } = await page.request
        .get(href)
        .then((answer) => ({ status: answer.status() }))
      if (status !== 200) broken.push(`${href} ${status}`)
    } else if (url.hash !== '' && !known.includes(decodeURIComponent(url.hash.slice(1))))
      broken.push(href)
  }
  expect(links.size).toBeGreaterThan(PAGES.length)
  expect(broken).toEqual([])
})

test('the texts for language models have every page', async ({ page }) => {
  for (const name of ['llms.txt', 'llms-full.txt']) {
    const answer = await page.request.get(`/docs/${name}`)
    expect(answer.headers()['content-type']).toContain('text/plain')
    const text = await answer.text()
    const missing = PAGES.filter(({ link }) => !text.includes(`/docs${link}`))
    expect(missing, name).toEqual([])
  }
})

test('expressions of workflows are shown as text, and texts of the theme are filled in', async ({
  page,
}) => {
  await page.goto('/docs/guide/expressions')
  await expect(page.getByRole('cell', { name: '{{ $in.order.total }}', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Search/ })).toBeVisible()
  const outline = page.getByRole('navigation', { name: 'On this page' })
  await expect(outline.getByRole('link', { name: 'Paths and code' })).toBeVisible()
})

for (const [colorScheme, file] of [
  ['light', /sync-light\.[\w-]+\.webp$/],
  ['dark', /sync-dark\.[\w-]+\.webp$/],
] as const)
  test(`a page shows the ${colorScheme} screenshot alone`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    await page.goto('/docs/guide/sync-and-deploy')
    const image = page.getByRole('img', { name: /^The plan of a sync/ })
    await expect(image).toHaveCount(1)
    await expect(image).toHaveAttribute('src', file)
    await image.scrollIntoViewIfNeeded()
    await expect.poll(() => image.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBe(1280)
  })

test('a page that does not exist is 404 and says so', async ({ page }) => {
  const answer = await page.goto('/docs/guide/nothing')
  expect(answer?.status()).toBe(404)
  await expect(page.getByText('PAGE NOT FOUND')).toBeVisible()
})

test('files of the repository are pages, and links lead from one to the other', async ({
  page,
}) => {
  await page.goto('/docs/contributing')
  const text = page.getByRole('main')
  await text.getByRole('link', { name: 'the architecture' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Architecture/)
  await text.getByRole('link', { name: 'docs/decisions', exact: true }).click()
  await text.getByRole('link', { name: /^Install Node 24/ }).click()
  await expect(page).toHaveURL(/\/docs\/record\/001-/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^001 Install Node 24/)
})

/** The home page, a page of prose, and pages with wide tables. */
const PATHS = [
  '/docs/',
  '/docs/guide/rules',
  '/docs/settings',
  '/docs/guide/metrics',
  '/docs/guide/field-options',
]

for (const colorScheme of ['light', 'dark'] as const)
  test(`pages are accessible in the ${colorScheme} theme`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    for (const path of PATHS) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('html.dark')).toHaveCount(colorScheme === 'dark' ? 1 : 0)
      const { violations } = await axeFor(page)
        .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
        .analyze()
      const found = violations.map(({ id, nodes }) => ({
        id,
        nodes: nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`),
      }))
      expect(found, path).toEqual([])
    }
  })

test('search finds a word and opens its page, by keyboard alone', async ({ page }) => {
  await page.goto('/docs/guide/first-project')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('moderate')
  await expect(page.getByRole('option').first()).toContainText('Authors moderate comments')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/docs\/guide\/rules(#|$)/)
  await expect(page.getByRole('heading', { name: 'Access rules by example' })).toBeVisible()
})

/** What newcomers ask, and the page with the answer, which is among the first three. */
const QUESTIONS = [
  ['how do I make rows private to their owner', 'guide/rules'],
  ['restore a backup', 'guide/backups-and-export'],
  ['wrong origin error', 'guide/origins'],
  ['reset admin password', 'guide/install'],
  ['upload a file from an app', 'guide/files'],
  ['paginate a list', 'guide/paging-and-filtering'],
  ['run a workflow every day', 'guide/schedules'],
  ['verify webhook signature', 'guide/webhooks'],
  ['how much memory do I need', 'scale'],
  ['429 too many requests', 'guide/fair-shares'],
  ['add a node kind', 'contribute/add-a-node-kind'],
] as const

test('search answers the questions of newcomers', async ({ page }) => {
  await page.goto('/docs/guide/first-project')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  const box = page.getByRole('searchbox')
  const results = page.locator('#localsearch-list a.result')
  for (const [question, answer] of QUESTIONS) {
    await box.fill('')
    await expect(results).toHaveCount(0)
    await box.fill(question)
    const first = async () =>
      (await results.evaluateAll((all) => all.map((one) => one.getAttribute('href')))).slice(0, 3)
    await expect
      .poll(first, { message: question })
      .toContainEqual(expect.stringMatching(new RegExp(`^/docs/${answer}(#|$)`)))
  }
})

test('the sidebar shows the current page', async ({ page }) => {
  await page.goto('/docs/contribute/add-a-screen')
  const sidebar = page.locator('.VPSidebar')
  await expect(sidebar.getByRole('link', { name: 'Add a screen' })).toBeInViewport()
  await page.goto('/docs/guide/quickstart')
  await expect(sidebar.getByRole('link', { name: 'Quickstart' })).toBeInViewport()
})

test('Tab reaches the search and the sidebar', async ({ page }) => {
  await page.goto('/docs/guide/first-project')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const passed: string[] = []
  for (let at = 0; at < 20; at += 1) {
    await page.keyboard.press('Tab')
    passed.push(
      await page.evaluate(() => {
        const focused = document.activeElement
        if (focused?.closest('.VPNavBarSearch')) return 'search'
        return focused?.closest('.VPSidebar') ? 'sidebar' : 'other'
      }),
    )
  }
  expect(passed).toContain('search')
  expect(passed).toContain('sidebar')
})
