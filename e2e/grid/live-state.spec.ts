import type { Page, Request, Route } from '@playwright/test'
import { createRow, listTrash, restoreFromTrash } from '@plinth/contract'
import { expectClean } from '../harness/expect-clean.ts'
import { expect, type Person, test } from '../harness/fixtures.ts'
import { replaceTables } from '../schema-editor/data-steps.ts'
import { cellAt, giveRows, giveStoredTables, openGrid, selectCell, typeInto } from './grid-steps.ts'
import { SHEET } from './grid-tables.ts'

const table = 'sheet'
const LISTS = '**/api/data/sheet?*'
const COUNTS = '**/row-count?*'

interface Opened {
  page: Page
  project: { id: string }
  me: Person
}

const POLLING = 'Live, every 5 seconds'
const isList = (request: Request) => new URL(request.url()).pathname === '/api/data/sheet'

const stateOf = (page: Page, text: string) => page.getByText(text, { exact: true })

/** Opens a live table with one row, and returns what adds a row as another person. */
async function openLiveSheet({ page, project, me }: Opened) {
  await giveStoredTables(me, project.id, [{ ...SHEET, live: true }])
  await giveRows(me, { projectId: project.id, table }, [{ f0: 'first' }])
  await openGrid(page, project, table)
  await expect(stateOf(page, 'Live')).toBeVisible()
  await expect(cellAt(page, 1, 'f0')).toHaveText('first')
  const query = { $projectId: project.id }
  return (f0: string) => me.client.call(createRow, { params: { table }, query, body: { f0 } })
}

test('rows and counts that could not be read are loaded once the server answers', async ({
  page,
  project,
  me,
}) => {
  const add = await openLiveSheet({ page, project, me })
  await page.route(LISTS, (route) => route.abort())
  await page.route(COUNTS, (route) => route.abort())
  await add('second')
  await expect(page.getByRole('alert').filter({ hasText: 'could not be loaded' })).toBeVisible()
  const counted = page.waitForResponse(COUNTS)
  await page.unroute(COUNTS)
  await page.unroute(LISTS)
  await expect(cellAt(page, 1, 'f0')).toHaveText('second')
  await expect(page.getByText('2 rows', { exact: true })).toBeVisible()
  await counted
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('rows that could not be read are loaded once the network is back', async ({
  page,
  context,
  project,
  me,
}) => {
  const add = await openLiveSheet({ page, project, me })
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('textbox', { name: 'Filter rows' }).fill('f0 = "second"')
  await context.setOffline(true)
  await add('second')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toBeVisible()
  await context.setOffline(false)
  await expect(cellAt(page, 1, 'f0')).toHaveText('second')
  await expect(stateOf(page, 'Live')).toBeVisible()
})

test('is offline at once, connecting while the server is away, and live when it is back', async ({
  page,
  context,
  project,
  me,
}) => {
  const add = await openLiveSheet({ page, project, me })
  await context.setOffline(true)
  await expect(stateOf(page, 'Offline')).toBeVisible({ timeout: 2_000 })
  await page.route('**/api/**', (route) => route.abort())
  await context.setOffline(false)
  await expect(stateOf(page, 'Connecting')).toBeVisible()
  await add('second')
  await page.unroute('**/api/**')
  await expect(stateOf(page, 'Live')).toBeVisible()
  await expect(cellAt(page, 1, 'f0')).toHaveText('second')
})

test('polls where no stream passes, says so once rows were read, and tries a stream again', async ({
  page,
  project,
  me,
}) => {
  const streams = '**/api/data/$events?*'
  let tried = 0
  const holdBack = (route: Route) => {
    tried += 1
    return route.fulfill({ contentType: 'text/event-stream', body: '' })
  }
  const add = await openLiveSheet({ page, project, me })
  await page.route(streams, holdBack)
  await page.route(LISTS, (route) => route.abort())
  const unread = page.waitForEvent('requestfailed', (request) => isList(request))
  await page.reload()
  await expect.poll(() => tried).toBe(2)
  await unread
  await expect(stateOf(page, 'Connecting')).toBeVisible()
  await expect(stateOf(page, POLLING)).toBeHidden()

  await page.unroute(LISTS)
  await expect(stateOf(page, POLLING)).toBeVisible()
  await expect.poll(() => tried).toBe(3)
  await add('second')
  await expect(cellAt(page, 1, 'f0')).toHaveText('second')
})

test('the reason why live updates stopped is shown with a button that starts them again', async ({
  page,
  project,
  me,
}) => {
  const add = await openLiveSheet({ page, project, me })
  await giveStoredTables(me, project.id, [SHEET])
  const reason = page.getByRole('alert').filter({ hasText: 'Live updates stopped.' })
  await expect(reason).toContainText('is not live')
  await page.screenshot({ path: 'test-results/live-stopped.png' })
  await expectClean(page)

  await giveStoredTables(me, project.id, [{ ...SHEET, live: true }])
  await add('second')
  await page.getByRole('button', { name: 'Retry live updates' }).focus()
  await page.keyboard.press('Enter')
  await expect(reason).toBeHidden()
  await expect(stateOf(page, 'Live')).toBeVisible()
  await expect(cellAt(page, 1, 'f0')).toHaveText('second')
})

test('a table that another user deletes leaves the screen', async ({ page, project, me }) => {
  await openLiveSheet({ page, project, me })
  await replaceTables(me, project.id, [{ ...SHEET, id: 't2', name: 'other' }])
  await expect(page.getByRole('grid', { name: 'Rows of other' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'sheet', exact: true })).toBeHidden()
})

test('edits of a table that another user deletes stay until they are discarded', async ({
  page,
  context,
  project,
  me,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openLiveSheet({ page, project, me })
  await typeInto(page, cellAt(page, 1, 'f0'), 'typed')
  await replaceTables(me, project.id, [{ ...SHEET, id: 't2', name: 'other' }])
  const question = page.getByRole('alertdialog', { name: 'The table ‘sheet’ was deleted' })
  await expect(question).toContainText('your unsaved change cannot be saved')
  await page.screenshot({ path: 'test-results/table-deleted-light.png' })
  await expect(question.getByRole('region', { name: 'Changed and new rows' })).toContainText(
    'typed',
  )
  await expectClean(page)
  await page.screenshot({ path: 'test-results/table-deleted.png' })
  await question.getByRole('button', { name: 'Copy the rows' }).press('Enter')
  await expect(question.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('typed')

  // Escape discards nothing, and neither does a reload.
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(page.getByText('kept in this browser tab: sheet.')).toBeVisible()
  await expectClean(page)
  await page.getByRole('button', { name: 'Show changes' }).press('Enter')
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('grid', { name: 'Rows of other' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Save (all|Changes)/ })).toBeHidden()
  await page.reload()
  await expect(question.getByRole('region', { name: 'Changed and new rows' })).toContainText(
    'typed',
  )
  await question.getByRole('button', { name: 'Discard changes' }).press('Enter')
  await expect(question).toBeHidden()
  await page.reload()
  await expect(page.getByRole('grid', { name: 'Rows of other' })).toBeVisible()
  await expect(question).toBeHidden()
})

test('text of an open editor stays while another user deletes its table', async ({
  page,
  project,
  me,
}) => {
  await openLiveSheet({ page, project, me })
  await selectCell(page, 1, 'f0')
  await page.keyboard.type('half')
  await replaceTables(me, project.id, [{ ...SHEET, id: 't2', name: 'other' }])
  await expect(page.getByText('Live updates stopped.')).toBeVisible()
  await page.keyboard.type(' typed')
  await page.keyboard.press('Enter')
  const question = page.getByRole('alertdialog', { name: 'The table ‘sheet’ was deleted' })
  await expect(question).toContainText('half typed')
})

test('edits of a deleted table can be saved once it is restored from the trash', async ({
  page,
  project,
  me,
}) => {
  await openLiveSheet({ page, project, me })
  await typeInto(page, cellAt(page, 1, 'f0'), 'typed')
  const columns = SHEET.columns.map((column) => ({ ...column, id: `other-${column.id}` }))
  await replaceTables(me, project.id, [{ ...SHEET, id: 't2', name: 'other', columns }])
  const question = page.getByRole('alertdialog', { name: 'The table ‘sheet’ was deleted' })
  await question.getByRole('button', { name: 'Keep for now' }).press('Enter')
  const { trash } = await me.client.call(listTrash, { params: { projectId: project.id } })
  await me.client.call(restoreFromTrash, {
    params: { projectId: project.id, trashId: trash[0]?.id ?? '' },
    body: {},
  })
  await page.getByRole('button', { name: 'Save all (1)' }).click()
  await expect(page.getByText('Changes saved')).toBeVisible()
  await expect(question).toBeHidden()
})

test('a save to a table that another user deleted asks about the changes', async ({
  page,
  project,
  me,
}) => {
  await giveStoredTables(me, project.id, [SHEET])
  await giveRows(me, { projectId: project.id, table }, [{ f0: 'first' }])
  await openGrid(page, project, 'sheet')
  await typeInto(page, cellAt(page, 1, 'f0'), 'typed')
  await replaceTables(me, project.id, [{ ...SHEET, id: 't2', name: 'other' }])
  await page.getByRole('button', { name: 'Save Changes (1)' }).click()
  const question = page.getByRole('alertdialog', { name: 'The table ‘sheet’ was deleted' })
  await expect(question).toContainText('typed')
})
