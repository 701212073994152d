import type { Page } from '@playwright/test'
import { createSavedQuery } from '@plinth/contract'
import { giveRows, giveStoredTables, gridOf } from '../grid/grid-steps.ts'
import { expectClean } from '../harness/expect-clean.ts'
import { expect, test } from '../harness/fixtures.ts'

/** Holds the answers to calls until the returned function is called. */
async function hold(page: Page, url: string | RegExp) {
  const held = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    await held.promise
    await route.continue()
  })
  return held.resolve
}

const part = (page: Page, name: string) => page.locator(`[data-skeleton=${name}]`)

test('the SQL tab loads in its final shape, and nothing moves', async ({ page, project, me }) => {
  const params = { projectId: project.id }
  await me.client.call(createSavedQuery, { params, body: { name: 'Ones', sql: 'select 1' } })
  const release = await hold(page, new RegExp(`/api/project/${project.id}$`))
  const releaseList = await hold(page, '**/saved-query')
  await page.goto(`/project/${project.id}/sql`)
  await expect(part(page, 'result')).toBeVisible()
  await expectClean(page)
  const boxes = await Promise.all(
    ['queries', 'query', 'result'].map((name) => part(page, name).boundingBox()),
  )
  release()
  await expect(page.getByRole('textbox', { name: 'Query' })).toBeVisible()
  await expect(part(page, 'query-list')).toBeVisible()
  const queries = page.getByRole('region', { name: 'Saved queries' })
  const query = page.getByRole('region', { name: 'Query', exact: true })
  const result = page.locator('.rounded-xl').filter({
    has: page.getByRole('heading', { name: 'Result', exact: true }),
  })
  const shown = [queries, query, result]
  expect(await Promise.all(shown.map((one) => one.boundingBox()))).toEqual(boxes)
  releaseList()
  await expect(queries.getByRole('button', { name: 'Ones', exact: true })).toBeVisible()
  await expect(page.locator('[data-skeleton]')).toHaveCount(0)
})

test('the Data tab loads in its final shape, and nothing moves', async ({ page, project, me }) => {
  await giveStoredTables(me, project.id, [
    { id: 'ants', name: 'ants', columns: [{ id: 'name', name: 'name', type: 'text' as const }] },
  ])
  await giveRows(me, { projectId: project.id, table: 'ants' }, [{ name: 'Anna' }])
  const projectCall = new RegExp(`/api/project/${project.id}$`)

  const release = await hold(page, projectCall)
  const releaseRows = await hold(page, '**/api/data/ants**')
  await page.goto(`/project/${project.id}/data`)
  await expect(part(page, 'tables')).toBeVisible()
  await expectClean(page)
  const tables = await part(page, 'tables').boundingBox()
  const rows = await part(page, 'rows').boundingBox()
  release()
  await expect(gridOf(page, 'ants')).toBeVisible()
  await expect(page.getByRole('status', { name: 'Loading rows' })).toBeVisible()
  const list = page.getByRole('list', { name: 'Tables of this project' })
  const card = page.locator('.rounded-xl').filter({ has: list })
  expect(await card.boundingBox()).toEqual(tables)
  expect(await page.getByRole('region', { name: 'ants' }).boundingBox()).toEqual(rows)
  releaseRows()
  await expect(gridOf(page, 'ants')).toContainText('Anna')
  await expect(page.getByRole('status', { name: 'Loading rows' })).toBeHidden()
})
