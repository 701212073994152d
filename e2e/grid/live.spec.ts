import type { BrowserContext, Page, Request } from '@playwright/test'
import { createRow, updateRow } from '@plinth/contract'
import { expectClean } from '../harness/expect-clean.ts'
import { enter, expect, type Person, test } from '../harness/fixtures.ts'
import { addMember, addStaff } from '../harness/platform.ts'
import { dialogOf, openData, readTable, saveAll, tableRow } from '../schema-editor/data-steps.ts'
import { openSettings } from '../settings/settings-people.ts'
import { cellAt, giveRows, giveStoredTables, gridOf, selectCell, typeInto } from './grid-steps.ts'
import { SHEET } from './grid-tables.ts'
import { LIVE_SHEET, openLiveGrid, openTheirGrid } from './live-steps.ts'

const TABS = 8

/** Changes rows over the API, as another person would. */
function rowsOf(person: Person, projectId: string) {
  const query = { $projectId: projectId }
  return {
    add: (body: Record<string, unknown>) =>
      person.client.call(createRow, { params: { table: 'sheet' }, query, body }),
    change: (id: string | undefined, body: Record<string, unknown>) =>
      person.client.call(updateRow, { params: { table: 'sheet', id: id ?? '' }, query, body }),
  }
}

/** The open streams of a browser; those of closed pages have ended without an event. */
function watchStreams(context: BrowserContext): () => Request[] {
  const open = new Set<Request>()
  const isStream = (request: Request) =>
    request.method() === 'GET' && request.url().includes('/api/data/$events')
  context.on('request', (request) => (isStream(request) ? open.add(request) : undefined))
  const forget = (request: Request) => void open.delete(request)
  context.on('requestfinished', forget)
  context.on('requestfailed', forget)
  return () => [...open].filter((request) => !request.frame().page().isClosed())
}

test('two people see the edits of each other, and a clash is shown', async ({
  page,
  browser,
  platform,
  project,
  me,
}) => {
  await giveStoredTables(me, project.id, [LIVE_SHEET])
  await giveRows(me, { projectId: project.id, table: 'sheet' }, [
    { f0: 'b', f1: 'y' },
    { f0: 'a', f1: 'x' },
  ])
  await openLiveGrid(page, project)
  const theirs = await openTheirGrid({ browser, platform }, project)

  await typeInto(theirs, cellAt(theirs, 1, 'f1'), 'from them')
  await theirs.getByRole('button', { name: 'Save Changes (1)' }).click()
  await expect(cellAt(page, 1, 'f1')).toHaveText('from them')
  await expect(cellAt(page, 1, 'f1')).toHaveAttribute('data-flash')
  await expect(cellAt(page, 1, 'f0')).not.toHaveAttribute('data-flash')
  await page.screenshot({ path: 'test-results/live-flash.png' })
  await expect(cellAt(page, 1, 'f1')).not.toHaveAttribute('data-flash')

  // An unsaved edit of another cell stays; one of the same cell is a clash.
  await typeInto(page, cellAt(page, 1, 'f2'), 'mine')
  await typeInto(page, cellAt(page, 2, 'f1'), 'mine too')
  await typeInto(theirs, cellAt(theirs, 1, 'f1'), 'again')
  await typeInto(theirs, cellAt(theirs, 2, 'f1'), 'theirs')
  await theirs.getByRole('button', { name: 'Save Changes (2)' }).click()
  await expect(cellAt(page, 1, 'f1')).toHaveText('again')
  await expect(cellAt(page, 1, 'f2')).toHaveText('mine')
  await expect(cellAt(page, 2, 'f1')).toHaveAttribute('data-clash')
  await expect(cellAt(page, 2, 'f1')).toHaveText('mine too')
  await selectCell(page, 2, 'f1')
  await expect(page.getByText('Changed by another user to ‘theirs’')).toBeVisible()
  await page.screenshot({ path: 'test-results/live-clash.png' })
  await page.getByRole('button', { name: 'Take theirs' }).click()
  await page.getByRole('button', { name: 'Save Changes (1)' }).click()
  await expect(cellAt(theirs, 1, 'f2')).toHaveText('mine')
  await theirs.context().close()
})

test('an open editor and the selection stay at their row', async ({ page, project, me }) => {
  await giveStoredTables(me, project.id, [LIVE_SHEET])
  const api = rowsOf(me, project.id)
  const rows = await giveRows(me, { projectId: project.id, table: 'sheet' }, [
    { f0: 'old', f1: 'x' },
  ])
  await openLiveGrid(page, project)

  // A new row of another user is shown above, and the selection moves down with its row.
  await selectCell(page, 1, 'f1')
  await gridOf(page, 'sheet').focus()
  await api.add({ f0: 'new' })
  await expect(cellAt(page, 1, 'f0')).toHaveText('new')
  await expect(cellAt(page, 1, 'f0')).toHaveAttribute('data-flash')
  await expect(cellAt(page, 2, 'f1')).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByText('2 rows', { exact: true })).toBeVisible()

  // While a cell is edited, nothing moves; what was typed goes into its own row.
  await page.keyboard.press('F2')
  await page.keyboard.type('typed')
  await api.add({ f0: 'newer' })
  await api.change(rows[0]?.id, { f1: 'theirs' })
  await page.keyboard.press('Enter')
  await expect(page.getByText('3 rows', { exact: true })).toBeVisible()
  await expect(cellAt(page, 1, 'f0')).toHaveText('newer')
  await expect(cellAt(page, 3, 'f1')).toHaveText('typed')
  await expect(cellAt(page, 3, 'f1')).toHaveAttribute('data-clash')
})

test(`${TABS} tabs share one stream, and another tab takes over`, async ({
  context,
  project,
  me,
}) => {
  const streams = watchStreams(context)
  await giveStoredTables(me, project.id, [LIVE_SHEET])
  const [row] = await giveRows(me, { projectId: project.id, table: 'sheet' }, [{ f0: 'a' }])
  const api = rowsOf(me, project.id)
  const tabs: Page[] = []
  for (let at = 0; at < TABS; at += 1) tabs.push(await context.newPage())
  await Promise.all(tabs.map((tab) => openLiveGrid(tab, project)))
  expect(streams()).toHaveLength(1)

  await api.change(row?.id, { f1: 'for all' })
  for (const tab of tabs) await expect(cellAt(tab, 1, 'f1')).toHaveText('for all')

  const [stream] = streams()
  const leader = stream?.frame().page()
  const rest = tabs.filter((tab) => tab !== leader)
  expect(rest).toHaveLength(TABS - 1)
  await leader?.close()
  await api.change(row?.id, { f1: 'for the rest' })
  for (const tab of rest) await expect(cellAt(tab, 1, 'f1')).toHaveText('for the rest')
  await expect.poll(() => streams().length).toBe(1)
  expect(streams()[0]).not.toBe(stream)
})

test('tabs of different users have streams of their own', async ({
  page,
  context,
  platform,
  project,
  me,
}) => {
  const streams = watchStreams(context)
  await giveStoredTables(me, project.id, [LIVE_SHEET])
  await giveRows(me, { projectId: project.id, table: 'sheet' }, [{ f0: 'a' }])
  await openLiveGrid(page, project)
  const account = await addStaff(platform)
  await addMember(platform, { projectId: project.id, staffId: account.id, role: 'developer' })
  const { token } = await enter(account)
  const second = await context.newPage()
  // A token of its own, as in a tab that was opened before another user signed in.
  await second.addInitScript((own) => {
    const read = Storage.prototype.getItem
    Storage.prototype.getItem = function (key) {
      return key === 'token' ? own : read.call(this, key)
    }
  }, token)
  await openLiveGrid(second, project)
  expect(streams()).toHaveLength(2)
  expect(new Set(streams().map((one) => one.headers().authorization)).size).toBe(2)
})

test('goes on after the network was away', async ({ page, context, project, me }) => {
  await giveStoredTables(me, project.id, [LIVE_SHEET])
  const [row] = await giveRows(me, { projectId: project.id, table: 'sheet' }, [{ f0: 'a' }])
  const api = rowsOf(me, project.id)
  await openLiveGrid(page, project)
  await context.setOffline(true)
  await api.change(row?.id, { f1: 'missed' })
  await context.setOffline(false)
  await expect(cellAt(page, 1, 'f1')).toHaveText('missed')
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
})

test('Settings shows connections, subscriptions and delay', async ({
  page,
  context,
  project,
  me,
}) => {
  await giveStoredTables(me, project.id, [LIVE_SHEET])
  const [row] = await giveRows(me, { projectId: project.id, table: 'sheet' }, [{ f0: 'a' }])
  await openLiveGrid(page, project)
  await rowsOf(me, project.id).change(row?.id, { f1: 'b' })
  await expect(cellAt(page, 1, 'f1')).toHaveText('b')
  const settings = await context.newPage()
  await openSettings(settings, project.id, 'usage')
  const figures = settings.getByRole('region', { name: 'Live rows' })
  await expect(figures).toContainText('Connections1')
  await expect(figures).toContainText('Subscriptions1')
  await expect(figures).toContainText(/in the last minute\d+ ms/)
  await figures.scrollIntoViewIfNeeded()
  await settings.screenshot({ path: 'test-results/live-usage.png' })
  await expectClean(settings)
})

test('Live is switched on in the table panel', async ({ page, project, me }) => {
  await giveStoredTables(me, project.id, [SHEET])
  await openData(page, project)
  await expect(page.getByText('Live', { exact: true })).toBeHidden()
  await tableRow(page, 'sheet').hover()
  await page.getByRole('button', { name: 'Edit table sheet' }).click()
  const dialog = dialogOf(page, 'Edit Table')
  const live = dialog.getByRole('switch', { name: 'Live' })
  await expect(live).not.toBeChecked()
  await live.focus()
  await page.keyboard.press('Space')
  await expect(live).toBeChecked()
  await expect(live).toHaveAccessibleDescription(/changes of these rows as they happen/)
  await live.scrollIntoViewIfNeeded()
  await page.screenshot({ path: 'test-results/live-switch.png' })
  await expectClean(page, '[role=dialog]')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await saveAll(page)
  expect((await readTable(me, project.id, 'sheet')).table).toMatchObject({ live: true })
  await page.getByRole('button', { name: 'Sync Database' }).click()
  await expect(dialogOf(page, 'Schema changes')).toContainText('Live rows of "sheet": on.')
})
