import { type Browser, chromium, type Page } from '@playwright/test'
import type { Database } from '../../apps/server/src/foundation/platform/database.ts'
import { sql } from '../../apps/server/src/foundation/platform/sql.ts'
import { ADMIN } from '../../faults/stack/stack.ts'
import { checkConsole } from '../harness/check-build.ts'
import { CHROMIUM } from '../harness/chromium.ts'
import { enter } from '../harness/fixtures.ts'
import { openPlatform, putOutOfSync, type SeededProject, seedProject } from '../harness/platform.ts'
import { announceProduct } from '../harness/product.ts'
import { startProduct } from '../harness/stack.ts'
import { giveShop } from './screenshot-scene.ts'
import { openShoot, type Shoot } from './shoot.ts'
import { type Shop, shootProject } from './shoot-project.ts'
import { shootAppUsers, shootStaffProviders, shootUsers } from './shoot-providers.ts'

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

async function shootHome(page: Page, shoot: Shoot): Promise<void> {
  await page.goto('/')
  await page.getByRole('heading', { name: 'Login' }).waitFor()
  await shoot(page, 'sign-in')
  await page.getByLabel('Email').fill(ADMIN.email)
  await page.getByLabel('Password').fill(ADMIN.password)
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Field Surveys' }).waitFor()
  await shoot(page, 'home')
  await page.getByRole('button', { name: '+ New Project' }).click()
  await page.getByLabel('Name').waitFor()
  await shoot(page, 'create-dialog')
  await page.keyboard.press('Escape')
}

async function shootThemes(browser: Browser, { baseURL, shop }: { baseURL: string; shop: Shop }) {
  for (const colorScheme of ['light', 'dark'] as const) {
    const shoot = await openShoot(browser, colorScheme)
    const viewport = { width: 1280, height: 800 }
    const context = await browser.newContext({ baseURL, colorScheme, viewport, locale: 'en-GB' })
    const page = await context.newPage()
    await shootHome(page, shoot)
    await shootProject(page, shop, shoot)
    await shootAppUsers(page, shop.appId, shoot)
    await shootUsers(page, shop.appId, shoot)
    await shootStaffProviders(page, shoot)
    await context.close()
  }
}

// The documentation is built with the screenshots.
checkConsole()
const product = await startProduct()
announceProduct(product)
const db = openPlatform(product.databaseUrl)
const browser = await chromium.launch(CHROMIUM)
try {
  await furnish(db)
  const admin = await enter({ id: '', ...ADMIN })
  const shop = await giveShop(admin)
  await shootThemes(browser, { baseURL: product.address, shop })
} finally {
  await browser.close()
  await db.close()
  await product.stop()
}
