import type { Page } from '@playwright/test'
import { createClient, createUsers, memoryStore } from '@plinth/client'
import { Configuration, saveConfiguration, syncDatabase } from '@plinth/contract'
import { expectClean } from '../harness/expect-clean.ts'
import { expect, type Person, test } from '../harness/fixtures.ts'
import { product } from '../harness/product.ts'
import { ENGINES, type Engine } from '../harness/stack.ts'
import { openSettings } from './settings-people.ts'

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
        { id: 'c4', name: 'nick', type: 'text' },
      ],
      rules: { create: 'true', view: 'id = @request.auth.id' },
    },
  ],
})

interface Walk {
  page: Page
  me: Person
  project: { id: string }
  database: Engine
}

async function walkUsers({ page, me, project, database }: Walk): Promise<void> {
  const params = { projectId: project.id }
  const newConfiguration = { ...TABLES, database }
  await me.client.call(saveConfiguration, { params, body: { newConfiguration } })
  await me.client.call(syncDatabase, { params, body: {} })
  const password = 'a long password'
  for (const nick of ['Ada', 'Bob']) {
    const client = createClient({ baseUrl: product().address, session: memoryStore() })
    const users = createUsers({ client, projectId: project.id, table: 'people' })
    const domain = nick === 'Bob' ? `${'sub.'.repeat(30)}example.com` : 'example.com'
    await users.signUp({ email: `${nick}-${project.id}@${domain}`, password, nick })
  }
  const email = `Ada-${project.id}@example.com`.toLowerCase()
  const list = page.getByRole('table', { name: 'Users of the app' })
  const dialog = page.getByRole('dialog', { name: email })

  await test.step('the settings lead to the users', async () => {
    await openSettings(page, project.id, 'users')
    const link = page.getByRole('link', { name: 'Show users of people in dev' })
    await link.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible()
    await expect(list.getByRole('row')).toHaveCount(3)
    await expectClean(page)
  })

  await test.step('the search finds one by the display field', async () => {
    await page.getByRole('searchbox', { name: 'Search address, name or id' }).fill('ada')
    await expect(list.getByRole('row')).toHaveCount(2)
    await expect(list).toContainText(email)
    await page.reload()
    await expect(list.getByRole('row')).toHaveCount(2)
  })

  await test.step('the dialog shows the account, and signs out by keyboard', async () => {
    await list.getByRole('button', { name: email }).focus()
    await page.keyboard.press('Enter')
    await expect(dialog).toContainText('Open sessions (1)')
    await expect(dialog).toContainText('Ada')
    await expectClean(page)
    await dialog.getByRole('button', { name: 'Sign out everywhere' }).focus()
    await page.keyboard.press('Enter')
    const question = page.getByRole('alertdialog')
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await expectClean(page)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(dialog).toContainText('No open session.')
  })

  await test.step('an owner acts as the user, with a reason and a token that is shown once', async () => {
    await dialog.getByRole('button', { name: 'Act as this user…' }).focus()
    await page.keyboard.press('Enter')
    const asked = page.getByRole('dialog', { name: `Act as ${email}` })
    await expect(asked.getByLabel('Reason')).toBeFocused()
    await expectClean(page)
    await page.keyboard.press('Enter')
    await expect(asked.getByRole('alert')).toHaveText('Enter a reason.')
    await page.keyboard.type('Ticket 42')
    await page.keyboard.press('Enter')
    await expect(asked.getByRole('status')).toContainText('shown only once')
    await expectClean(page)
    await expect(asked.getByRole('button', { name: 'Copy the token' })).toBeVisible()
    const token = await asked.locator('code[data-secret]').innerText()
    const session = memoryStore()
    const client = createClient({ baseUrl: product().address, session })
    const users = createUsers({ client, projectId: project.id, table: 'people' })
    expect((await users.actAs(token)).user).toMatchObject({ nick: 'Ada' })
    await expect(asked.getByRole('button', { name: 'Done' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(asked).toBeHidden()
    await expect(dialog.getByRole('button', { name: 'Act as this user…' })).toBeFocused()
    await expect(dialog).toContainText(`Support: ${session.get()?.actor}`)
    await expectClean(page)
    await expect(page.locator('body')).not.toContainText(token)
  })

  await test.step('disabling is shown in the dialog and the list', async () => {
    await dialog.getByRole('button', { name: 'Disable' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Disable' }).click()
    await expect(dialog.getByRole('button', { name: 'Enable' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(list.getByRole('button', { name: email })).toBeFocused()
    await expect(list).toContainText('Disabled')
    await page.getByRole('searchbox').fill('nobody at all')
    await expect(page.getByText('No user found')).toBeVisible()
    await expectClean(page)
  })

  await test.step('an owner exports a person, and erases them after typing the address', async () => {
    await page.getByRole('searchbox').fill('ada')
    await list.getByRole('button', { name: email }).click()
    const download = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Export data' }).click()
    expect((await download).suggestedFilename()).toMatch(/^user-.*\.json$/)
    await dialog.getByRole('button', { name: 'Erase' }).click()
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText('The account is deleted')
    await expect(question.getByRole('button', { name: 'Erase' })).toBeDisabled()
    await expectClean(page)
    await question.getByLabel('Type the address to confirm').fill(email)
    await page.keyboard.press('Enter')
    await expect(question).toBeHidden()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('No user found')).toBeVisible()
  })

  await test.step('the menu of the table leads to the users too', async () => {
    await page.goto(`/project/${project.id}/data?environment=dev&table=people`)
    await page
      .getByRole('region', { name: 'people' })
      .getByRole('button', { name: 'More grid options' })
      .click()
    await page.getByRole('menuitem', { name: 'Users of the app' }).click()
    await expect(list.getByRole('row')).toHaveCount(2)
    // A long address stays in the dialog.
    await list.getByRole('button', { name: /sub\.sub/ }).click()
    const heading = page.getByRole('dialog').getByRole('heading', { level: 2 })
    await expect(heading).toContainText('sub.sub')
    expect(await heading.evaluate((part) => part.scrollWidth > part.clientWidth)).toBe(false)
  })
}

for (const database of ENGINES) {
  test(`staff find a user, see their sessions, sign them out and disable them by keyboard on ${database}`, async ({
    page,
    me,
    project,
  }) => walkUsers({ page, me, project, database }))
}
