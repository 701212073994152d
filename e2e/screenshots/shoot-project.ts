import type { Page } from '@playwright/test'
import { openRules, tabTo } from '../schema-editor/data-steps.ts'
import { openTable } from '../schema-editor/panel-steps.ts'
import type { Shoot } from './shoot.ts'

const SQL = `select "status", count(*) as "orders", round(sum("total"), 2) as "revenue"
from "order"
group by "status"
order by "revenue" desc`

export interface Shop {
  id: string
  workflowId: string
  /** A project without tables. */
  emptyId: string
  /** A project whose tables are not synced. */
  draftId: string
  /** A project with users of an app. */
  appId: string
}

async function shootTables(page: Page, shop: Shop, shoot: Shoot): Promise<void> {
  await page.goto(`/project/${shop.emptyId}/data`)
  await page.getByText('No tables available').waitFor()
  await shoot(page, 'starters')
  await page.goto(`/project/${shop.id}/data`)
  const list = page.getByRole('list', { name: 'Tables of this project' })
  await list.getByText('order', { exact: true }).click()
  await page.getByText('NW-10420').waitFor()
  await shoot(page, 'data')
  const dialog = await openTable(page, 'order')
  await dialog.getByLabel('Field 6', { exact: true }).waitFor()
  await shoot(page, 'table')
  await openRules(dialog)
  await tabTo(page, dialog.getByRole('textbox', { name: /^List/ }).first(), 80)
  await shoot(page, 'rules')
  await page.goto(`/project/${shop.draftId}/data`)
  await page.getByRole('button', { name: 'Sync Database' }).click()
  const plan = page.getByRole('dialog', { name: 'Schema changes' })
  await plan.getByText('What will happen').waitFor()
  await shoot(page, 'sync')
}

async function shootSql(page: Page, shop: Shop, shoot: Shoot): Promise<void> {
  await page.goto(`/project/${shop.id}/sql`)
  await page.getByRole('textbox', { name: 'Query' }).click()
  await page.keyboard.insertText(SQL)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Run' }).click()
  await page.getByText(/^4 rows · /).waitFor()
  await shoot(page, 'sql')
  await page.keyboard.press('ControlOrMeta+k')
  const palette = page.getByRole('dialog', { name: 'Search or jump to…' })
  await palette.getByRole('combobox').fill('order')
  await palette.getByRole('option', { name: 'Order approval', exact: true }).waitFor()
  await shoot(page, 'palette')
}

async function shootWorkflows(page: Page, shop: Shop, shoot: Shoot): Promise<void> {
  await page.goto(`/project/${shop.id}/workflow/edit/${shop.workflowId}`)
  await page.getByRole('group', { name: /^Go on,/ }).waitFor()
  await page.getByRole('button', { name: 'Manual', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Fit the view' }).click()
  await page.getByRole('group', { name: /^Over 100\?,/ }).click()
  await shoot(page, 'workflow')
  await page.goto(`/project/${shop.id}/workflow?tab=runs`)
  await page
    .getByRole('row', { name: /Order approval/ })
    .first()
    .waitFor()
  await page.locator('.recharts-surface').nth(1).waitFor()
  await shoot(page, 'runs')
  await page.goto(`/project/${shop.id}/workflow`)
  await page.getByRole('button', { name: 'From a template…' }).click()
  await page.getByRole('dialog', { name: 'New workflow from a template' }).waitFor()
  await shoot(page, 'templates')
}

async function shootApprovals(page: Page, shop: Shop, shoot: Shoot): Promise<void> {
  await page.goto(`/project/${shop.draftId}/workflow?tab=approvals`)
  await page.getByRole('link', { name: 'Open the approval Refund for Ines Moreau' }).click()
  await page.getByRole('button', { name: 'Approve', exact: true }).waitFor()
  await shoot(page, 'approval')
}

/** Each section of the settings that a page explains, with a text that is there once it has loaded. */
const SECTIONS = [
  ['members', 'jonas@northwind.example'],
  ['domains', 'shop.northwind.example'],
  ['profile', 'Two-factor authentication'],
  ['audit', 'Created domain'],
  ['api', 'Download OpenAPI'],
  ['keys', 'Warehouse job'],
  ['backups', 'Export everything'],
  ['usage', 'Usage per day'],
  ['general', 'All usage'],
] as const

async function shootSettings(page: Page, shop: Shop, shoot: Shoot): Promise<void> {
  for (const [section, text] of SECTIONS) {
    await page.goto(`/project/${shop.id}/settings?section=${section}`)
    await page.getByRole('main').getByText(text).first().waitFor()
    await shoot(page, `settings-${section}`)
  }
}

/** The screens of a project. */
export async function shootProject(page: Page, shop: Shop, shoot: Shoot): Promise<void> {
  await shootTables(page, shop, shoot)
  await shootSql(page, shop, shoot)
  await shootWorkflows(page, shop, shoot)
  await shootApprovals(page, shop, shoot)
  await shootSettings(page, shop, shoot)
}
