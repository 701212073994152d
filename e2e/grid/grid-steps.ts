import type { Locator, Page } from '@playwright/test'
import { createRow, listRows, type Row, syncDatabase } from '@plinth/contract'
import { expect, type Person } from '../harness/fixtures.ts'
import { giveTables, openData } from '../schema-editor/data-steps.ts'

type Tables = Parameters<typeof giveTables>[2]

/** Saves and syncs a schema. */
export async function giveStoredTables(person: Person, projectId: string, tables: Tables) {
  await giveTables(person, projectId, tables)
  await person.client.call(syncDatabase, { params: { projectId }, body: {} })
}

/** Creates rows sequentially over the API, so that their order is known. */
export async function giveRows(
  person: Person,
  target: { projectId: string; table: string },
  rows: Record<string, unknown>[],
): Promise<Row[]> {
  const made: Row[] = []
  for (const body of rows) {
    const { data } = await person.client.call(createRow, {
      params: { table: target.table },
      query: { $projectId: target.projectId },
      body,
    })
    made.push(data as Row)
  }
  return made
}

/** Stored rows, newest first. */
export async function readRows(person: Person, target: { projectId: string; table: string }) {
  const { data } = await person.client.call(listRows, {
    params: { table: target.table },
    query: { $projectId: target.projectId, $limit: 1000 },
  })
  return data
}

export function gridOf(page: Page, table: string): Locator {
  return page.getByRole('grid', { name: `Rows of ${table}` })
}

/** A cell by row number (from 1) and column name. */
export function cellAt(page: Page, row: number, column: string): Locator {
  return page.locator(`[data-row="${row - 1}"] [role=gridcell][id$="-${column}"]`)
}

export async function openGrid(page: Page, project: { id: string }, table: string) {
  await openData(page, project)
  await expect(gridOf(page, table)).toBeVisible()
}

/** Edits a cell: click, type, Enter. */
export async function typeInto(page: Page, cell: Locator, text: string) {
  await cell.click()
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}

/** Selects a cell and closes its editor. */
export async function selectCell(page: Page, row: number, column: string) {
  await cellAt(page, row, column).click()
  await page.keyboard.press('Escape')
}
