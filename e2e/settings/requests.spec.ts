import { MAX_SCANNED_ROWS } from '@plinth/contract'
import { giveStoredTables } from '../grid/grid-steps.ts'
import { expectClean } from '../harness/expect-clean.ts'
import { expect, type Person, test } from '../harness/fixtures.ts'
import { product } from '../harness/product.ts'
import { choose, dialogOf, openData, readSaved, tableRow } from '../schema-editor/data-steps.ts'
import { openSettings } from './settings-people.ts'

const OPEN = { list: 'true', view: 'true' }
const TABLES = [
  {
    id: 'orders',
    name: 'orders',
    order: 0,
    rules: OPEN,
    columns: [
      { id: 'state', name: 'state', type: 'text' },
      { id: 'rank', name: 'rank', type: 'number', options: { isRequired: true } },
    ],
  },
] as const

/** Fills the table above the threshold for index suggestions. */
async function fill(me: Person, projectId: string): Promise<void> {
  const lines = Array.from({ length: MAX_SCANNED_ROWS + 1 }, (_, at) =>
    JSON.stringify({ state: at % 9 === 0 ? 'open' : 'done', rank: at }),
  )
  const url = `${product().address}/api/data/orders/import?$projectId=${projectId}`
  const headers = {
    authorization: `Bearer ${me.token}`,
    'content-type': 'application/x-ndjson',
  }
  const answer = await fetch(url, { method: 'POST', headers, body: lines.join('\n') })
  expect(answer.status).toBe(200)
}

/** Sends a request without a token; returns the request id. */
async function ask(projectId: string, path: string, query: Record<string, string> = {}) {
  const search = new URLSearchParams({ $projectId: projectId, $version: 'v2', ...query })
  const answer = await fetch(`${product().address}/api/data/${path}?${search}`)
  await answer.text()
  return answer.headers.get('x-request-id') ?? ''
}

test('lists, charts and filters requests, and creates a suggested index with one click', async ({
  page,
  project,
  me,
}) => {
  test.setTimeout(120_000)
  await openSettings(page, project.id)
  await page.getByRole('link', { name: 'Requests', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'No requests yet' })).toBeVisible()
  await expectClean(page)

  await giveStoredTables(me, project.id, TABLES as never)
  await fill(me, project.id)
  await ask(project.id, 'orders', { $filter: 'state = "open"' })
  await ask(project.id, 'orders', { $sort: 'rank', $limit: '5', $count: 'false' })
  const missed = await ask(project.id, 'orders/00000000-0000-4000-8000-000000000000')

  await page.reload()
  const list = page.getByRole('table', { name: 'Requests', exact: true })
  const rows = list.getByRole('row')
  await expect(rows.filter({ hasText: '404' })).toContainText('Anonymous')
  await expect(rows.filter({ hasText: 'filter on state' })).toContainText('50')
  await expect(rows.filter({ hasText: 'sort by rank' })).toContainText('200')
  await expect(rows.filter({ hasText: 'import rows' })).toContainText('10,001')
  const charts = page.getByRole('region', { name: 'Requests over time' })
  await expect(charts.getByText('25 % of all')).toBeVisible()
  await expect(charts.locator('.recharts-bar-rectangle path').first()).toBeVisible()
  await expectClean(page)

  await choose(page.locator('body'), 'Status', 'Client error')
  await expect(rows).toHaveCount(2)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByRole('textbox', { name: 'Request ID' }).fill('nothing')
  await expect(page.getByText('Not a valid request ID.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Request ID' }).fill(missed)
  await expect(rows).toHaveCount(2)
  await expect(rows.last()).toContainText('404')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(rows).toHaveCount(5)

  await page.getByRole('button', { name: 'Add index on state to orders' }).click()
  await expect(page.getByText('Index added to the draft of orders')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add index on state' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Add index on rank' })).toBeVisible()
  const [saved] = (await readSaved(me, project.id)).tables
  expect(saved?.indexes).toEqual([{ columns: ['state'], unique: false }])

  await openData(page, project)
  await tableRow(page, 'orders').hover()
  await page.getByRole('button', { name: 'Edit table orders' }).click()
  const dialog = dialogOf(page, 'Edit Table')
  await dialog.getByRole('button', { name: 'Add an index over rank' }).click()
  await expect(dialog.getByLabel('Index 2, field 1')).toHaveText('rank')
  await expect(dialog.getByLabel('Index 2, field 1')).toBeFocused()
  await expect(dialog.getByText('read more than 10,000 rows')).toHaveCount(0)
  await expectClean(page, '[role=dialog]')
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await openSettings(page, project.id, 'requests&environment=production')
  await expect(page.getByRole('heading', { name: 'No requests yet' })).toBeVisible()

  // The response of a server with PLINTH_REQUEST_DAYS=0.
  await page.route('**/request?*', (route) =>
    route.fulfill({ json: { requests: [], nextCursor: null, isOn: false } }),
  )
  await page.reload()
  await expect(page.getByRole('heading', { name: 'The request log is off' })).toBeVisible()
  await expect(page.getByText('PLINTH_REQUEST_DAYS is 0')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No requests yet' })).toHaveCount(0)
  await expectClean(page)
})
