import type { Locator, Page } from '@playwright/test'
import { createSavedQuery, deleteSavedQuery, updateSavedQuery } from '@plinth/contract'
import { expectClean } from '../harness/expect-clean.ts'
import { expect, test } from '../harness/fixtures.ts'

const editorOf = (page: Page) => page.getByRole('textbox', { name: 'Query' })
const listOf = (page: Page) => page.getByRole('list', { name: 'Saved queries' })
const entry = (page: Page, name: string): Locator =>
  listOf(page).getByRole('button', { name, exact: true })
const stored = (page: Page) => page.evaluate(() => JSON.stringify({ ...sessionStorage }))

/** Replaces the text in the editor. */
async function write(page: Page, sql: string) {
  await editorOf(page).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(sql)
}

test('texts that are not saved stay over queries, screens and reloads', async ({
  page,
  project,
  me,
}) => {
  const params = { projectId: project.id }
  const add = async (name: string, sql: string) =>
    (await me.client.call(createSavedQuery, { params, body: { name, sql } })).query
  const ones = await add('Ones', 'select 1 as one')
  const twos = await add('Twos', 'select 2 as two')
  await page.goto(`/project/${project.id}/sql`)
  await write(page, 'select 0 as nothing')
  await expect(entry(page, 'Unsaved query')).toHaveAccessibleDescription('Unsaved changes')
  await entry(page, 'Ones').click()
  await expect(editorOf(page)).toHaveText('select 1 as one')
  await expect(entry(page, 'Ones')).not.toHaveAccessibleDescription('Unsaved changes')
  await write(page, 'select 11 as one')
  await expect(entry(page, 'Ones')).toHaveAccessibleDescription('Unsaved changes')
  await page.getByRole('button', { name: 'Run' }).click()
  await expect(page.getByText(/^1 row · /)).toBeVisible()
  await expectClean(page)

  // The last changed text is shown after a reload; its result is not stored.
  await page.reload()
  await expect(editorOf(page)).toHaveText('select 11 as one')
  await expect(page.getByRole('heading', { name: 'No result yet' })).toBeVisible()
  await entry(page, 'Unsaved query').click()
  await expect(editorOf(page)).toHaveText('select 0 as nothing')
  await page.getByRole('link', { name: 'Data', exact: true }).click()
  await expect(page).toHaveURL(/\/data/)
  await page.reload()
  await page.getByRole('link', { name: 'SQL', exact: true }).click()
  await entry(page, 'Unsaved query').click()
  await expect(editorOf(page)).toHaveText('select 0 as nothing')

  // A text that equals the saved one is not unsaved.
  await entry(page, 'Twos').click()
  await write(page, 'select 22 as two')
  await expect(entry(page, 'Twos')).toHaveAccessibleDescription('Unsaved changes')
  await write(page, 'select 2 as two')
  await expect(entry(page, 'Twos')).not.toHaveAccessibleDescription('Unsaved changes')

  // Another member saves first: nothing is overwritten before the person decides.
  await entry(page, 'Ones').click()
  const theirs = await me.client.call(updateSavedQuery, {
    params: { ...params, queryId: ones.id },
    body: { name: 'Ones', sql: 'select 111 as one' },
    ifMatch: ones.revision,
  })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('The query was not saved', { exact: true })).toBeVisible()
  await expect(page.getByText('Another user saved this while it was open')).toBeVisible()
  await expect(editorOf(page)).toHaveText('select 11 as one')
  await expectClean(page)
  await page.getByRole('button', { name: 'Keep mine' }).click()
  await expect(editorOf(page)).toBeFocused()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Query saved: Ones')).toBeVisible()
  await expect(entry(page, 'Ones')).not.toHaveAccessibleDescription('Unsaved changes')
  await expect(editorOf(page)).toHaveText('select 11 as one')
  await expect.poll(() => stored(page)).not.toContain('select 11')
  expect(theirs.query.revision).toBe(2)

  // The changed text of a query that another member deletes becomes part of the new one.
  await entry(page, 'Twos').click()
  await write(page, 'select 22 as two')
  const { id: queryId, revision } = twos
  await me.client.call(deleteSavedQuery, { params: { ...params, queryId }, ifMatch: revision })
  await page.reload()
  await expect(entry(page, 'Twos')).toBeHidden()
  await expect(editorOf(page)).toContainText('select 0 as nothing')
  await expect(editorOf(page)).toContainText('select 22 as two')

  // New query and signing out ask first.
  await page.getByRole('button', { name: 'New query' }).click()
  const discarding = page.getByRole('alertdialog', { name: 'Discard the text of the new query?' })
  await discarding.getByRole('button', { name: 'Cancel' }).click()
  await expect(editorOf(page)).toContainText('select 22 as two')
  await entry(page, 'Ones').click()
  await write(page, 'select 1111 as one')
  const signOut = async () => {
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  }
  await signOut()
  const question = page.getByRole('alertdialog', { name: 'Sign out without saving?' })
  await expect(question).toContainText(`a new query of ${project.name}`)
  await expect(question).toContainText(`the query ‘Ones’ of ${project.name}`)
  await question.getByRole('button', { name: 'Sign Out' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await expect.poll(() => stored(page)).not.toContain('select')
})

test('changes can be discarded, and a text that is too large says so', async ({
  page,
  project,
  me,
}) => {
  const params = { projectId: project.id }
  await me.client.call(createSavedQuery, { params, body: { name: 'Ones', sql: 'select 1' } })
  await page.goto(`/project/${project.id}/sql`)
  await entry(page, 'Ones').click()
  await write(page, 'select 11')
  await page.getByRole('button', { name: 'Actions of Ones' }).click()
  await page.getByRole('menuitem', { name: 'Discard changes' }).click()
  await expect(editorOf(page)).toHaveText('select 1')
  await page.getByRole('button', { name: 'New query' }).click()
  await page.evaluate(
    (key) => sessionStorage.setItem(key, 'x'.repeat(999_990)),
    `unsaved ${project.id} rows production bees`,
  )
  await write(page, 'select 3')
  await expect(page.getByText('This text is too large to keep over a reload')).toBeVisible()
  await expectClean(page)
  await page.getByRole('button', { name: 'New query' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await expect(editorOf(page)).toHaveText('')
  await expect(page.getByText('This text is too large to keep over a reload')).toBeHidden()
})
