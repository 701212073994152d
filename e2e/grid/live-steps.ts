import type { Browser, BrowserContext, Page } from '@playwright/test'
import { createRow, deleteRow, type Row, updateRow } from '@plinth/contract'
import type { Database } from '../../apps/server/src/foundation/platform/database.ts'
import { enter, expect, type Person } from '../harness/fixtures.ts'
import { addMember, addStaff } from '../harness/platform.ts'
import { product } from '../harness/product.ts'
import { cellAt, giveRows, giveStoredTables, openGrid, readRows } from './grid-steps.ts'
import { SHEET } from './grid-tables.ts'

const table = SHEET.name

export const LIVE_SHEET = { ...SHEET, live: true }

export async function openLiveGrid(page: Page, project: { id: string }) {
  await openGrid(page, project, table)
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
}

/** The browser of another person. */
async function contextOf(browser: Browser, { token }: Person): Promise<BrowserContext> {
  const origins = [{ origin: product().address, localStorage: [{ name: 'token', value: token }] }]
  return browser.newContext({
    baseURL: product().address,
    storageState: { cookies: [], origins },
    reducedMotion: 'reduce',
  })
}

/** Opens the live grid in the browser of another member. */
export async function openTheirGrid(
  { browser, platform }: { browser: Browser; platform: Database },
  project: { id: string },
): Promise<Page> {
  const account = await addStaff(platform)
  await addMember(platform, { projectId: project.id, staffId: account.id, role: 'developer' })
  const context = await contextOf(browser, await enter(account))
  const page = await context.newPage()
  await openLiveGrid(page, project)
  return page
}

/** Opens a live table with these rows, newest first, and returns what another person does over the API. */
export async function openLiveRows(
  { page, project, me }: { page: Page; project: { id: string }; me: Person },
  values: Record<string, unknown>[],
) {
  const target = { projectId: project.id, table }
  await giveStoredTables(me, project.id, [LIVE_SHEET])
  const rows = (await giveRows(me, target, values.toReversed())).toReversed()
  await openLiveGrid(page, project)
  await expect(cellAt(page, Math.min(rows.length, 20), 'f0')).toHaveText(
    `${rows[Math.min(rows.length, 20) - 1]?.f0}`,
  )
  const query = { $projectId: project.id }
  const to = (row: number) => ({ params: { table, id: rows[row - 1]?.id ?? '' }, query })
  return {
    add: (body: Record<string, unknown>) =>
      me.client.call(createRow, { params: { table }, query, body }),
    /** Adds many rows, each above the one before. */
    addMany: (bodies: Record<string, unknown>[]) => giveRows(me, target, bodies),
    change: (row: number, body: Record<string, unknown>) =>
      me.client.call(updateRow, { ...to(row), body }),
    remove: (row: number) => me.client.call(deleteRow, to(row)),
    read: (): Promise<Row[]> => readRows(me, target),
  }
}

/** The row panel, whatever row it shows. */
export const panelOf = (page: Page) => page.getByRole('complementary', { name: /^Row/ })

/** Filters the grid. */
export async function filterBy(page: Page, filter: string) {
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('textbox', { name: 'Filter rows' }).fill(filter)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: `Edit filter: ${filter}` })).toBeVisible()
}

export const saveButton = (page: Page, count: number) =>
  page.getByRole('button', { name: `Save Changes (${count})`, exact: true })
