import { readFileSync } from 'node:fs'
import type { Browser, Page } from '@playwright/test'
import { Configuration, createDomain, getConfiguration, saveOrigins } from '@plinth/contract'
import { writeTypes } from '@plinth/schema'
import { axeFor } from '../harness/expect-clean.ts'
import { expect, test } from '../harness/fixtures.ts'
import { environmentsOf } from '../settings/settings-people.ts'
import { serveNotes } from './start-notes.ts'

test.use({ who: 'admin' })
// Installs and builds the app twice.
test.setTimeout(600_000)

async function open(browser: Browser, address: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: address })
  const page = await context.newPage()
  await page.goto('/')
  return page
}

async function enter(page: Page, how: 'Sign in' | 'Sign up', email: string) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill('a long password')
  await page.getByRole('button', { name: how, exact: true }).click()
}

async function signUp(page: Page, email: string) {
  await page.getByRole('button', { name: 'New here? Sign up' }).click()
  await enter(page, 'Sign up', email)
  await expect(page.getByText('No notes yet. Write one.')).toBeVisible()
}

async function add(page: Page, title: string, text: string) {
  const form = page.getByRole('form', { name: 'New note' })
  await form.getByLabel('Title').fill(title)
  await form.getByLabel('Text').fill(text)
  await form.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible()
}

test('users keep their own notes in the example app', async ({ browser, me }) => {
  const example = await serveNotes()
  const params = { projectId: example.projectId }

  await test.step('its generated types match its tables', async () => {
    const synced = await me.client.call(getConfiguration, { params })
    const types = readFileSync(`${example.folder}/src/plinth-types.ts`, 'utf8')
    expect(types).toBe(writeTypes(Configuration.parse(synced)))
  })

  const { dev } = await environmentsOf(me, example.projectId)
  await me.client.call(saveOrigins, {
    params,
    body: { environmentId: dev, origins: [], allowsLocal: false },
  })
  const page = await open(browser, example.address)
  await test.step('rejects pages of an unknown domain', async () => {
    await enter(page, 'Sign in', 'ada@example.com')
    await expect(page.getByRole('alert')).toHaveText('Network Error')
  })

  await me.client.call(createDomain, { params, body: { domain: example.host, environment: dev } })

  await test.step('requires an account', async () => {
    await expect(async () => {
      await enter(page, 'Sign in', 'ada@example.com')
      await expect(page.getByRole('alert')).not.toHaveText('Network Error', { timeout: 2_000 })
    }).toPass()
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  })

  await test.step('a user signs up, creates, edits and deletes a note', async () => {
    await signUp(page, 'ada@example.com')
    await add(page, 'Milk', 'Two bottles')
    await add(page, 'Bread', '')
    const items = page.getByRole('list', { name: 'Notes' }).getByRole('listitem')
    await expect(items.getByRole('heading')).toHaveText(['Bread', 'Milk'])
    await page.getByRole('button', { name: 'Edit Milk' }).click()
    const form = page.getByRole('form', { name: 'Edit Milk' })
    await form.getByLabel('Title').fill('Oat milk')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(items.getByRole('heading')).toHaveText(['Bread', 'Oat milk'])
    await page.getByRole('button', { name: 'Delete Bread' }).click()
    await expect(items.getByRole('heading')).toHaveText(['Oat milk'])
    const { violations } = await axeFor(page).analyze()
    expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])
  })

  await test.step('another user sees none of it', async () => {
    const other = await open(browser, example.address)
    await signUp(other, 'bob@example.com')
    await add(other, 'Mine', '')
    await expect(other.getByRole('listitem')).toHaveCount(1)
    await other.context().close()
  })

  await test.step('notes survive signing out and in, and a reload', async () => {
    await page.getByRole('button', { name: 'Sign out' }).click()
    await enter(page, 'Sign in', 'ada@example.com')
    await expect(page.getByRole('heading', { name: 'Oat milk' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Oat milk' })).toBeVisible()
    await expect(page.getByText('ada@example.com')).toBeVisible()
  })

  await test.step('the same app runs with React 18', async () => {
    await example.useReact18()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Oat milk' })).toBeVisible()
    await add(page, 'Butter', '')
    const items = page.getByRole('list', { name: 'Notes' }).getByRole('listitem')
    await expect(items.getByRole('heading')).toHaveText(['Butter', 'Oat milk'])
  })

  await page.context().close()
  await example.close()
})
