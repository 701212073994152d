import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import type { Database } from '../../apps/server/src/foundation/platform/database.ts'
import { sql } from '../../apps/server/src/foundation/platform/sql.ts'
import { ADMIN } from '../../faults/stack/stack.ts'
import { checkBuild } from '../harness/check-build.ts'
import { CHROMIUM } from '../harness/chromium.ts'
import { enter, newProject } from '../harness/fixtures.ts'
import { openPlatform, putOutOfSync, type SeededProject, seedProject } from '../harness/platform.ts'
import { announceProduct } from '../harness/product.ts'
import { startProduct } from '../harness/stack.ts'
import { giveShop } from './screenshot-scene.ts'

const folder = join(import.meta.dirname, '../../docs/screenshots')
const MAX_BYTES = 250_000
const DAY = 86_400_000

type Shown = SeededProject & { ago: number; age: number; draft?: boolean }

const PROJECTS: readonly Shown[] = [
  {
    name: 'Fleet Tracker',
    region: 'aws-eu-central-1',
    tables: 9,
    age: 18 * DAY,
    ago: DAY,
    draft: true,
  },
  { name: 'Clinic Booking', region: 'aws-ap-southeast-2', tables: 22, age: 35 * DAY, ago: 4 * DAY },
  { name: 'Payments Ledger', region: 'aws-us-east-1', tables: 17, age: 46 * DAY, ago: 6 * DAY },
  { name: 'Support Desk', tables: 11, age: 74 * DAY, ago: 13 * DAY, draft: true },
  { name: 'Warehouse Ops', region: 'aws-us-east-2', tables: 31, age: 88 * DAY, ago: 19 * DAY },
  { name: 'Learning Portal', region: 'aws-us-west-2', tables: 19, age: 113 * DAY, ago: 40 * DAY },
  { name: 'Field Surveys', tables: 6, age: 154 * DAY, ago: 70 * DAY, draft: true },
]

/** Fills an organisation with demo projects. */
async function furnish(db: Database): Promise<void> {
  await db.query(sql`update organisation set name = 'Northwind'`)
  const [admin] = await db.query<{ id: string }>(
    sql`update staff set first_name = 'Ines', last_name = 'Moreau' returning id`,
  )
  for (const { ago, age, draft, ...project } of PROJECTS) {
    const created = new Date(Date.now() - age)
    const updated = new Date(Date.now() - ago)
    const id = await seedProject(db, { ...project, created, updated, ownerId: admin?.id ?? '' })
    if (draft) await putOutOfSync(db, id)
  }
}

async function shoot(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready)
  const path = join(folder, `${name}.png`)
  await page.screenshot({ path, animations: 'disabled', caret: 'hide' })
  const bytes = statSync(path).size
  console.log(`${name}.png  ${Math.round(bytes / 1000)} kB`)
  if (bytes > MAX_BYTES) throw new Error(`${name}.png is larger than ${MAX_BYTES} bytes`)
}

interface Shop {
  id: string
  workflowId: string
}

async function walk(page: Page, { theme, shop }: { theme: string; shop: Shop }): Promise<void> {
  await page.goto('/')
  await page.getByRole('heading', { name: 'Login' }).waitFor()
  await shoot(page, `sign-in-${theme}`)
  await page.getByLabel('Email').fill(ADMIN.email)
  await page.getByLabel('Password').fill(ADMIN.password)
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Field Surveys' }).waitFor()
  await shoot(page, `home-${theme}`)
  await page.getByRole('button', { name: '+ New Project' }).click()
  await page.getByLabel('Name').waitFor()
  await shoot(page, `create-dialog-${theme}`)
  await page.keyboard.press('Escape')
  await page.goto(`/project/${shop.id}/data`)
  await page.getByRole('list', { name: 'Tables of this project' }).getByText('order').click()
  await page.getByText('NW-10420').waitFor()
  await shoot(page, `data-${theme}`)
  await page.goto(`/project/${shop.id}/workflow/edit/${shop.workflowId}`)
  await page.getByRole('group', { name: /^Go on,/ }).waitFor()
  await page.getByRole('button', { name: 'Manual', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Fit the view' }).click()
  await page.getByRole('group', { name: /^Over 100\?,/ }).click()
  await shoot(page, `workflow-${theme}`)
  await page.goto(`/project/${shop.id}/workflow?tab=runs`)
  await page
    .getByRole('row', { name: /Order approval/ })
    .first()
    .waitFor()
  await page.locator('.recharts-surface').nth(1).waitFor()
  await shoot(page, `runs-${theme}`)
}

async function shootThemes(browser: Browser, { baseURL, shop }: { baseURL: string; shop: Shop }) {
  for (const colorScheme of ['light', 'dark'] as const) {
    const viewport = { width: 1440, height: 900 }
    const context = await browser.newContext({ baseURL, colorScheme, viewport, locale: 'en-GB' })
    await walk(await context.newPage(), { theme: colorScheme, shop })
    await context.close()
  }
}

checkBuild()
mkdirSync(folder, { recursive: true })
const product = await startProduct()
announceProduct(product)
const db = openPlatform(product.databaseUrl)
const browser = await chromium.launch(CHROMIUM)
try {
  await furnish(db)
  const admin = await enter({ id: '', ...ADMIN })
  const { id } = await newProject(admin, 'Northwind Storefront')
  const shop = { id, ...(await giveShop(admin, id)) }
  await shootThemes(browser, { baseURL: product.address, shop })
} finally {
  await browser.close()
  await db.close()
  await product.stop()
}
