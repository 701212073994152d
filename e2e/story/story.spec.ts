import { test } from '@playwright/test'
import { createClient } from '@plinth/client'
import { openPlatform } from '../harness/platform.ts'
import { ENGINES, startProduct } from '../harness/stack.ts'
import { approve, askForApproval } from './approve.ts'
import { createProject } from './create-project.ts'
import { deleteProject } from './delete-project.ts'
import { deployDatabase } from './deploy-database.ts'
import { designTables } from './design-tables.ts'
import { followRows, goOnFollowing } from './follow-rows.ts'
import { keepEdits } from './keep-edits.ts'
import { killAndStartAgain } from './kill-and-start-again.ts'
import { openProduction } from './open-production.ts'
import { openProject } from './open-project.ts'
import { readTotals, readTotalsInProduction } from './read-totals.ts'
import { runWorkflow, seeRunEnded } from './run-workflow.ts'
import { signIn } from './sign-in.ts'
import { stopAndReopen } from './stop-and-reopen.ts'
import type { StoryContext } from './story-context.ts'
import { syncDatabase } from './sync-database.ts'
import { testWorkflow } from './test-workflow.ts'
import { goOnUsingTheApp, useTheApp, useTheAppInProduction } from './use-the-app.ts'

/** The steps of the end-to-end story; every new capability adds one. */
const STEPS = [
  signIn,
  createProject,
  openProject,
  designTables,
  syncDatabase,
  keepEdits,
  followRows,
  useTheApp,
  readTotals,
  runWorkflow,
  askForApproval,
  killAndStartAgain,
  goOnFollowing,
  seeRunEnded,
  testWorkflow,
  approve,
  goOnUsingTheApp,
  deployDatabase,
  useTheAppInProduction,
  readTotalsInProduction,
  openProduction,
  stopAndReopen,
  deleteProject,
]

for (const engine of ENGINES) {
  test(`the story on ${engine}`, async ({ browser }) => {
    test.setTimeout(180_000)
    const product = await test.step('start', () => startProduct(engine))
    const db = openPlatform(product.databaseUrl)
    const context = await browser.newContext({ baseURL: product.address })
    try {
      const page = await context.newPage()
      const story: StoryContext = {
        product,
        db,
        page,
        client: async () => {
          const token = await page.evaluate(() => localStorage.getItem('token'))
          return createClient({ baseUrl: product.address, token: () => token })
        },
        project: { id: '', name: 'Northwind Storefront' },
        appToken: '',
        runId: '',
        askingRunId: '',
        followed: [],
        endFollowing: () => undefined,
      }
      for (const step of STEPS) await test.step(step.name, () => step(story))
    } finally {
      await context.close()
      await db.close()
      await product.stop()
    }
  })
}
