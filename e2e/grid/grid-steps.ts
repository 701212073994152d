import type { Locator, Page } from '@playwright/test'
import { createRow, listRows, type Row, syncDatabase } from '@plinth/contract'
import { expect, type Person } from '../harness/fixtures.ts'
import { giveTables, openData } from '../schema-editor/data-steps.ts'

type Tables = Parameters<typeof giveTables>[2]

/** Saves and syncs a schema, so that its tables can hold rows. */
export async function giveStoredTables(person: Person, projectId: string, tables: Tables) {
  await giveTables(person, projectId, tables)
  await person.client.call(syncDatabase, { params: { projectId }, body: {} })
}

/** Adds rows over the API, one after the other, so that their order is known. */
export async function giveRows(
  person: Person,
  place: { projectId: string; table: string },
  rows: Record<string, unknown>[],
): Promise<Row[]> {
  const made: Row[] = []
  for (const body of rows) {
    const { data } = await person.client.call(createRow, {
      params: { table: place.table },
      query: { $projectId: place.projectId },
      body,
    })
    made.push(data as Row)
  }
  return made
}

/** What is stored, the newest first. */
export async function readRows(person: Person, place: { projectId: string; table: string }) {
  const { data } = await person.client.call(listRows, {
    params: { table: place.table },
    query: { $projectId: place.projectId, $limit: 1000 },
  })
  return data
}

export function gridOf(page: Page, table: string): Locator {
  return page.getByRole('grid', { name: `Rows of ${table}` })
}

/** A cell by its row, counted from 1, and its column's name. */
export function cellAt(page: Page, row: number, column: string): Locator {
  return page.locator(`[data-row="${row - 1}"] [role=gridcell][id$="-${column}"]`)
}

export async function openGrid(page: Page, project: { id: string }, table: string) {
  await openData(page, project)
  await expect(gridOf(page, table)).toBeVisible()
}

/** Writes into a cell as a person does: click, type, Enter. */
export async function typeInto(page: Page, cell: Locator, text: string) {
  await cell.click()
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}

/** Selects a cell without leaving its editor open. */
export async function selectCell(page: Page, row: number, column: string) {
  await cellAt(page, row, column).click()
  await page.keyboard.press('Escape')
}
