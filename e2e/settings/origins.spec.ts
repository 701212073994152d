import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Browser, Locator, Page } from '@playwright/test'
import type * as plinth from '@plinth/client'
import { Configuration, saveConfiguration, syncDatabase } from '@plinth/contract'
import { rolldown } from 'rolldown'
import { expectClean } from '../harness/expect-clean.ts'
import { expect, type Person, test } from '../harness/fixtures.ts'
import { product } from '../harness/product.ts'
import { openSettings } from './settings-people.ts'

const CLIENT = join(import.meta.dirname, '../../packages/client/src/index.ts')
const anybody = { list: 'true', view: 'true', create: 'true' }
const TABLES = Configuration.parse({
  tables: [
    {
      id: 'people',
      name: 'people',
      type: 'Auth',
      columns: [
        { id: 'c1', name: 'email', type: 'email', options: { isUnique: true, isRequired: true } },
        { id: 'c2', name: 'password', type: 'text', options: { isHashed: true, isRequired: true } },
        { id: 'c3', name: 'verified', type: 'checkbox' },
      ],
      rules: anybody,
    },
    {
      id: 'papers',
      name: 'papers',
      columns: [
        { id: 'c4', name: 'name', type: 'text' },
        { id: 'c5', name: 'paper', type: 'file' },
      ],
      rules: anybody,
    },
  ],
})

async function syncTables({ client }: Person, projectId: string): Promise<void> {
  const params = { projectId }
  await client.call(saveConfiguration, { params, body: { newConfiguration: TABLES } })
  await client.call(syncDatabase, { params, body: {} })
}

/** A page of another port with the client, as an app under development has it. */
async function openApp(browser: Browser): Promise<{ app: Page; origin: string; server: Server }> {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>App</title>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`
  const bundle = await rolldown({ input: CLIENT, platform: 'browser' })
  const { output } = await bundle.generate({ format: 'iife', name: 'plinth' })
  await bundle.close()
  const app = await browser.newPage()
  await app.goto(origin)
  await app.addScriptTag({ content: output[0].code })
  return { app, origin, server }
}

/** Signs up, uploads a file into a row and lists it, in the page; or the error that the page gets. */
function useApp(app: Page, at: { baseUrl: string; projectId: string; email: string }) {
  return app.evaluate(async ({ baseUrl, projectId, email }) => {
    const { createClient, createData, createUsers, memoryStore } = (
      globalThis as unknown as { plinth: typeof plinth }
    ).plinth
    const client = createClient({ baseUrl, session: memoryStore(), retries: 0 })
    try {
      const users = createUsers({ client, projectId, table: 'people' })
      const { user } = await users.signUp({ email, password: 'a long password' })
      const papers = createData({ client, projectId }).table('papers')
      const paper = new File(['A paper'], 'paper.txt', { type: 'text/plain' })
      await papers.create({ name: user.email, paper })
      const { data } = await papers.getMany({ $filter: `name = "${email}"` })
      const [link] = await papers.links(data[0] as never, 'paper', { want: 'download' })
      const content = await (await fetch(link?.url ?? '')).text()
      return { names: data.map(({ name }) => name), content }
    } catch (error) {
      return { error: (error as Error).message }
    }
  }, at)
}

async function edit(page: Page, environment: string): Promise<Locator> {
  const table = page.getByRole('table', { name: 'Allowed origins' })
  await table.getByRole('row').filter({ hasText: environment }).getByRole('button').click()
  return page.getByRole('dialog', { name: `Allowed origins of ${environment}` })
}

test('a page of another port signs up, lists and uploads where its origin is allowed', async ({
  browser,
  page,
  me,
  project,
}) => {
  await syncTables(me, project.id)
  const { app, origin, server } = await openApp(browser)
  const asUser = (email: string) =>
    useApp(app, { baseUrl: product().address, projectId: project.id, email })
  const worked = (email: string) => ({ names: [email], content: 'A paper' })

  await test.step('dev allows local pages, and their console stays empty', async () => {
    const messages: string[] = []
    app.on('console', (message) => messages.push(message.text()))
    expect(await asUser('ada@example.com')).toEqual(worked('ada@example.com'))
    expect(messages).toEqual([])
  })

  await test.step('local pages are switched off', async () => {
    await openSettings(page, project.id, 'domains')
    const dialog = await edit(page, 'dev')
    await expect(dialog.getByLabel('Origins')).toBeFocused()
    await expectClean(page)
    await dialog.getByRole('switch', { name: 'Allow local pages' }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('table', { name: 'Allowed origins' })).not.toContainText('local')
    await expectClean(page)
    const refused = app.waitForEvent('requestfailed')
    expect(await asUser('bob@example.com')).toEqual({ error: 'Network Error' })
    expect((await refused).failure()?.errorText).toContain('ERR_FAILED')
  })

  await test.step('wrong origins are rejected at the field', async () => {
    const dialog = await edit(page, 'dev')
    const origins = dialog.getByLabel('Origins')
    const save = dialog.getByRole('button', { name: 'Save' })
    await origins.fill('localhost:5173')
    await save.click()
    await expect(dialog.getByText('localhost:5173 is not an origin such as')).toBeVisible()
    await origins.fill('https://*.example.com')
    await save.click()
    await expect(dialog.getByText('First create the domain example.com')).toBeVisible()
    await origins.fill(`https://app.example.com\n${origin}/`)
    await save.click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('table', { name: 'Allowed origins' })).toContainText(origin)
    expect(await asUser('eve@example.com')).toEqual(worked('eve@example.com'))
  })

  await test.step('production is read-only for owners', async () => {
    const dialog = await edit(page, 'production')
    await expect(dialog.getByLabel('Origins')).toBeDisabled()
    await expect(dialog.getByText('Only an admin can change')).toBeVisible()
    await expect(dialog.getByRole('switch')).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  })
  await app.close()
  server.closeAllConnections()
  server.close()
})
