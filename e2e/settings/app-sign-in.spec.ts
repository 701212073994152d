import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { createClient, createUsers, memoryStore } from '@plinth/client'
import { Configuration, saveConfiguration, syncDatabase } from '@plinth/contract'
import { expectClean } from '../harness/expect-clean.ts'
import { expect, type Person, test } from '../harness/fixtures.ts'
import { mailsTo } from '../harness/mailbox.ts'
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
      ],
      rules: { create: 'true', view: 'id = @request.auth.id' },
    },
  ],
})

async function syncTables({ client }: Person, projectId: string, database: Engine) {
  const params = { projectId }
  const newConfiguration = { ...TABLES, database }
  await client.call(saveConfiguration, { params, body: { newConfiguration } })
  await client.call(syncDatabase, { params, body: {} })
}

/** An app that has a page for links. */
async function startApp() {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>The app</title>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return { origin: `http://localhost:${(server.address() as AddressInfo).port}`, stop }
}

async function shoot(page: Page, path: string) {
  for (const width of [1280, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: `${path}-${width}-${colorScheme}.png` })
    }
  }
}

async function openForm(page: Page) {
  await page.getByRole('button', { name: 'people' }).click()
  return page.getByRole('dialog', { name: 'Sign-in of people in dev' })
}

interface Walk {
  page: Page
  me: Person
  project: { id: string; name: string }
  trouble: string[]
  database: Engine
  outputDir: string
}

async function walkCodes(walk: Walk): Promise<void> {
  const { page, me, project, trouble, database, outputDir } = walk
  const app = await startApp()
  await test.step('without an Auth table the section says what to do', async () => {
    await openSettings(page, project.id, 'users')
    await expect(page.getByText('No Auth tables yet')).toBeVisible()
    await expectClean(page)
  })
  await syncTables(me, project.id, database)

  await test.step('wrong values are rejected at their fields', async () => {
    await openSettings(page, project.id, 'users')
    await expect(page.getByRole('table', { name: 'App users' })).toContainText('Password')
    const dialog = await openForm(page)
    await dialog.getByLabel('Redirects').fill('app.example.com')
    await dialog.getByLabel('Session length in days').fill('0')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText('app.example.com is not a page such as')).toBeVisible()
    await expect(dialog.getByText('Type a whole number from 1 to 90.')).toBeVisible()
    await dialog.getByLabel('Redirects').fill(`${app.origin}/welcome`)
    await dialog.getByLabel('Session length in days').fill('14')
    await dialog.getByRole('textbox', { name: 'Text' }).fill('Only {link}')
    await dialog.getByRole('tab', { name: 'Password reset' }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText('Text needs {code}, which becomes the code')).toBeVisible()
    await expect(dialog.getByRole('textbox', { name: 'Text' })).toBeFocused()
    await expect(dialog.getByRole('tab', { name: 'Code to sign in' })).toHaveAttribute(
      'aria-selected',
      'true',
    )
  })

  const subject = page.getByRole('textbox', { name: 'Subject' })
  const text = page.getByRole('textbox', { name: 'Text' })
  const preview = page.getByRole('region', { name: 'Preview' })
  await test.step('the preview shows the mail as plain text', async () => {
    const dialog = page.getByRole('dialog', { name: 'Sign-in of people in dev' })
    await subject.fill('Shop: {code}')
    await text.fill('<b>Hello</b> {code}\n{link}')
    await expect(preview).toContainText('Shop: 12345678')
    await expect(preview).toContainText('<b>Hello</b> 12345678')
    await expect(preview).toContainText('FromPlinth <')
    await expect(preview).toContainText(/This mail was sent by the project “.+” on .+\.$/)
    await dialog.getByRole('switch', { name: 'Sign in with a code or link' }).click()
    await shoot(page, `${outputDir}/code`)
    await expectClean(page)
  })

  await test.step('the other mails begin with the default, and refuse unknown names', async () => {
    const dialog = page.getByRole('dialog', { name: 'Sign-in of people in dev' })
    await page.getByRole('tab', { name: 'Code to sign in' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('tab', { name: 'Verification' })).toBeFocused()
    await expect(text).toHaveValue('')
    await expect(preview).toContainText('Confirm your email address')
    await expect(preview).toContainText('/auth/people/verify#')
    await shoot(page, `${outputDir}/verify`)
    await expectClean(page)
    await dialog.getByRole('button', { name: 'Edit the default' }).click()
    await expect(text).toBeFocused()
    await expect(text).toHaveValue(/^This address was given/)
    await subject.fill('Welcome, {email}')
    await text.fill('Confirm at {link}')
    await expect(preview).toContainText('Welcome, ada@example.com')
    await page.getByRole('tab', { name: 'Password reset' }).click()
    await subject.fill('{code}')
    await text.fill('{link} {token}')
    await page.getByRole('tab', { name: 'Verification' }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText('Subject has {code}, which is not known here.')).toBeVisible()
    await expect(dialog.getByText('Text has {token}, which is not known here.')).toBeVisible()
    await expect(subject).toBeFocused()
    await shoot(page, `${outputDir}/refused`)
    await expectClean(page)
    await subject.fill('A new password for {app}')
    await text.fill('Choose it at {link}')
  })

  await test.step('what was typed in a hidden tab is not dropped without a question', async () => {
    const dialog = page.getByRole('dialog', { name: 'Sign-in of people in dev' })
    await page.getByRole('tab', { name: 'Verification' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Keep editing' }).click()
    await expect(text).toHaveValue('Confirm at {link}')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('table', { name: 'App users' })).toContainText('code or link')
    await expectClean(page)
  })

  const session = memoryStore()
  const client = createClient({ baseUrl: product().address, session })
  const users = createUsers({ client, projectId: project.id, table: 'people' })
  const email = `${project.id}@example.com`
  await users.signUp({ email, password: 'a long password' })
  const seen = new Set<string>()
  /** Waits for the next mail to the user. */
  const mailed = async () => {
    const unseen = () =>
      mailsTo(product().mails, email).find(({ text }) => !seen.has(text))?.text ?? ''
    await expect.poll(unseen).not.toBe('')
    const text = unseen()
    seen.add(text)
    return text
  }

  await test.step('the mails have the saved words and the last line', async () => {
    const verification = await mailed()
    expect(verification).toContain(`Subject: Welcome, ${email}`)
    expect(verification).toMatch(/Confirm at http:\S+\/auth\/people\/verify#/)
    await users.requestReset(email)
    const reset = await mailed()
    expect(reset).toContain(`Subject: A new password for ${project.name}`)
    for (const mail of [verification, reset])
      expect(mail).toContain('This mail was sent by the project')
  })

  await test.step('the code of the mail signs in', async () => {
    await users.askCode(email)
    const code = /Hello<\/b> (\d{8})/.exec(await mailed())?.[1] ?? ''
    expect((await users.signInWithCode(email, code)).user.email).toBe(email)
  })

  await test.step('the link of the mail waits for a click and leads to the app', async () => {
    await users.askCode(email, { redirect: `${app.origin}/welcome` })
    const link = /http:\S+\/user-link#\S+/.exec(await mailed())?.[0] ?? ''
    await page.goto(link)
    await expect(page.getByText(`as ${email}.`)).toBeVisible()
    await expect(page.getByText(`You continue at ${app.origin}/welcome.`)).toBeVisible()
    await expectClean(page)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(`${app.origin}/welcome#sign-in=*`)
    const opened = await users.signInWithLink(page.url())
    expect(opened?.user).toMatchObject({ email, verified: true })
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'This link is not valid' })).toBeVisible()
    await expectClean(page)
  })
  app.stop()
  // The page of a link leads away from Plinth, once.
  expect(trouble.splice(0)).toEqual([`request to ${app.origin}`])
}

for (const database of ENGINES) {
  test(`an owner turns codes on, and a user signs in with the code and the link of the mail on ${database}`, async ({
    page,
    me,
    project,
    trouble,
  }, { outputDir }) => walkCodes({ page, me, project, trouble, database, outputDir }))
}
