import type { Locator, Page } from '@playwright/test'
import {
  Configuration,
  getProject,
  planSync,
  saveConfiguration,
  syncDatabase,
} from '@plinth/contract'
import { expect, type Person } from '../harness/fixtures.ts'

type Written = (typeof Configuration)['_zod']['input']

/** Saves a schema over the API. */
export async function giveTables(person: Person, projectId: string, tables: Written['tables']) {
  const newConfiguration = Configuration.parse({ tables })
  await person.client.call(saveConfiguration, { params: { projectId }, body: { newConfiguration } })
}

/** Saves and syncs a schema, whatever its steps delete. */
export async function replaceTables(person: Person, projectId: string, tables: Written['tables']) {
  const params = { projectId }
  await giveTables(person, projectId, tables)
  const { plan } = await person.client.call(planSync, { params })
  const confirm = plan.steps.map((step) => step.id)
  await person.client.call(syncDatabase, { params, body: { planId: plan.planId, confirm } })
}

/** The configuration saved on the server. */
export async function readSaved(person: Person, projectId: string): Promise<Configuration> {
  const { projectData } = await person.client.call(getProject, { params: { projectId } })
  return projectData.configuration.new_configuration
}

/** A saved table by name, with its fields by name. */
export async function readTable(person: Person, projectId: string, name: string) {
  const { tables } = await readSaved(person, projectId)
  const table = tables.find((one) => one.name === name)
  const columns = Object.fromEntries((table?.columns ?? []).map((one) => [one.name, one]))
  return { table, columns }
}

export async function openData(page: Page, project: { id: string }) {
  await page.goto(`/project/${project.id}/data`)
  await expect(page.getByRole('switch', { name: 'Editor Mode' })).toBeVisible()
}

export function dialogOf(page: Page, title: string): Locator {
  return page.getByRole('dialog', { name: title, exact: true })
}

/** The row of a table in the Tables card. */
export function tableRow(page: Page, name: string): Locator {
  return page
    .getByRole('list', { name: 'Tables of this project' })
    .getByRole('listitem')
    .filter({
      has: page.getByRole('button', {
        name: new RegExp(`^${name}( draft)?( \\d+ unsaved changes?)?$`),
      }),
    })
}

export async function selectTable(page: Page, name: string) {
  await tableRow(page, name).getByRole('button').first().click()
  await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
}

export async function createTable(page: Page, name: string, type = 'Base') {
  await page.getByRole('button', { name: 'Add table' }).click()
  const dialog = dialogOf(page, 'Create Table')
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('radio', { name: type }).check({ force: true })
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog).toBeHidden()
}

/** Unfolds the rules in Create Table or Edit Table. */
export async function openRules(dialog: Locator) {
  const toggle = dialog.getByRole('button', { name: 'Each rule' })
  if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click()
}

/** Selects an option in a dialog. */
export async function choose(dialog: Locator, label: string, option: string) {
  await dialog.getByRole('combobox', { name: label, exact: true }).click()
  const list = dialog.page().getByRole('listbox')
  await list.getByRole('option', { name: new RegExp(`^${option}\\b`) }).click()
  await expect(list).toBeHidden()
}

export async function openNewField(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Add Field' }).click()
  return dialogOf(page, 'Create Field')
}

export async function createField(page: Page, field: { name: string; type?: string }) {
  const dialog = await openNewField(page)
  await dialog.getByLabel('Name', { exact: true }).fill(field.name)
  if (field.type) await choose(dialog, 'Type', field.type)
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog).toBeHidden()
}

export interface WrittenRelation {
  name: string
  target: string
  reverse: string
  holds?: 'One' | 'Several'
  reverseHolds?: 'One' | 'Several'
}

export async function fillRelation(dialog: Locator, relation: WrittenRelation) {
  await dialog.getByLabel('Name', { exact: true }).fill(relation.name)
  await choose(dialog, 'Type', 'relation')
  await choose(dialog, 'Points to', relation.target)
  await dialog.getByLabel('Reverse field name').fill(relation.reverse)
  for (const [group, count] of [
    ['This field holds', relation.holds],
    ['The reverse field holds', relation.reverseHolds],
  ] as const) {
    if (count === undefined) continue
    await dialog.getByRole('group', { name: group }).getByLabel(count).check({ force: true })
  }
}

export async function createRelation(page: Page, relation: WrittenRelation) {
  const dialog = await openNewField(page)
  await fillRelation(dialog, relation)
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog).toBeHidden()
}

/** Column headers of the grid, from left to right. */
export async function columnNames(page: Page): Promise<string[]> {
  await expect(page.getByRole('columnheader', { name: 'id', exact: true })).toBeVisible()
  return page.getByRole('columnheader').allInnerTexts()
}

export async function openColumnMenu(page: Page, column: string) {
  await page.getByRole('columnheader', { name: column, exact: true }).hover()
  await page.getByRole('button', { name: `Options of ${column}`, exact: true }).click()
  return page.getByRole('menu')
}

export async function saveAll(page: Page) {
  await page.getByRole('button', { name: 'Save Configuration' }).click()
  await expect(page.getByText('Configuration saved successfully')).toBeVisible()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
}

/** Presses Tab until the target has the focus. */
export async function tabTo(page: Page, target: Locator, max = 60) {
  const isThere = () => target.evaluate((element) => element === document.activeElement)
  for (let step = 0; step < max; step += 1) {
    if (await isThere()) return
    await page.keyboard.press('Tab')
  }
  expect(await isThere(), `${target} is reached by Tab`).toBe(true)
}
