import { expectClean } from '../harness/expect-clean.ts'
import { enter, expect, test } from '../harness/fixtures.ts'
import { mailsTo } from '../harness/mailbox.ts'
import { addMember, addStaff } from '../harness/platform.ts'
import { product } from '../harness/product.ts'
import { see, visited } from '../harness/seen.ts'
import { openSettings, projectAs } from './settings-people.ts'

test('the settings open with the members, and the menu links to the other sections', async ({
  page,
  project,
  me,
}) => {
  await openSettings(page, project.id)
  await visited(page, '/project/{projectId}/settings')
  for (const section of ['Members', 'Domains', 'Constants', 'Profile']) {
    await see(page.getByRole('navigation', { name: 'Settings' }), section, { as: 'link' })
  }
  for (const column of ['email', 'firstName', 'lastName', 'role']) {
    await see(page, column, { as: 'columnheader' })
  }
  const own = page.getByRole('row').filter({ hasText: me.email })
  await expect(own).toContainText('Ines')
  await expect(own).toContainText('owner')
  await page.getByRole('link', { name: 'Domains' }).click()
  await expect(page.getByRole('heading', { name: 'Domains', exact: true })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Members' })).toBeVisible()
})

test('an owner adds an organisation user', async ({ page, project, platform }) => {
  const other = await addStaff(platform)
  await openSettings(page, project.id)
  await page.getByRole('button', { name: 'Add Member' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Member' })
  await see(dialog, 'Add Member', { as: 'heading' })
  await see(dialog, 'Create User', { as: 'switch' })
  await see(dialog, 'Cancel', { as: 'button' })
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog.getByText('User is required')).toBeVisible()
  await dialog.getByLabel('User', { exact: true }).click()
  await page.keyboard.type('nobody is called this')
  await see(page, 'No user found.')
  await page.getByRole('combobox', { name: 'Find by name or email' }).fill(other.email)
  await expect(page.getByRole('option', { name: other.email })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await page.keyboard.press('Enter')
  await dialog.getByLabel('Role').click()
  await expect(await see(page, 'admin', { as: 'option', part: true })).toHaveAttribute(
    'data-disabled',
  )
  await see(page, 'developer', { as: 'option' })
  await (await see(page, 'owner', { as: 'option' })).click()
  const sent = page.waitForRequest((request) => request.method() === 'PUT')
  await (await see(dialog, 'Add', { as: 'button' })).click()
  expect((await sent).postDataJSON()).toEqual({ userId: other.id, role: 'owner' })
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('row').filter({ hasText: other.email })).toContainText('owner')
})

test('an owner creates a user, who confirms their address, and sees errors at their field', async ({
  page,
  project,
  me,
  browser,
}) => {
  await openSettings(page, project.id)
  await page.getByRole('button', { name: 'Add Member' }).click()
  await page.getByRole('switch', { name: 'Create User' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Member' })
  await see(dialog, 'Create Member', { as: 'heading' })
  await see(dialog, 'Create User', { as: 'switch' })
  await see(dialog, 'Cancel', { as: 'button' })
  const create = await see(dialog, 'Create', { as: 'button' })
  await create.click()
  await expect(dialog.getByText('First name is required')).toBeVisible()
  await expect(dialog.getByText('Password needs at least 8 characters')).toBeVisible()
  await (await see(dialog, 'Email', { as: 'textbox' })).fill(me.email)
  await (await see(dialog, 'First name', { as: 'textbox' })).fill('Nell')
  await (await see(dialog, 'Last name', { as: 'textbox' })).fill('Newcomer')
  await (await see(dialog, 'Password')).fill('long enough')
  await see(dialog, 'Role', { as: 'combobox' })
  await create.click()
  await expect(dialog.getByText('This email is already in use.')).toBeVisible()
  await expect(dialog.getByLabel('Email')).toBeFocused()
  const email = `nell-${me.id}@example.com`
  await dialog.getByLabel('Email').fill(email)
  const sent = page.waitForRequest((request) => request.method() === 'POST')
  await create.click()
  expect((await sent).postDataJSON()).toEqual({
    email,
    firstName: 'Nell',
    lastName: 'Newcomer',
    role: 'developer',
    password: 'long enough',
  })
  await expect(dialog).toBeHidden()
  const row = page.getByRole('row').filter({ hasText: email })
  await expect(row).toContainText('Newcomer')
  await expect(row).toContainText('Unconfirmed')
  await expect(page.getByText('once they have used the link').first()).toBeVisible()
  await expectClean(page)
  await expect(enter({ id: '', email, password: 'long enough' })).rejects.toThrow(
    'Confirm your address first',
  )

  const mails = () => mailsTo(product().mails, email)
  await expect.poll(() => mails().length, { timeout: 10_000 }).toBe(1)
  const link = /http\S+\/forgot-password#\S+/.exec(mails()[0]?.text ?? '')?.[0] ?? ''
  const theirs = await browser.newPage({ storageState: { cookies: [], origins: [] } })
  await theirs.goto(link)
  await theirs.getByLabel('New password', { exact: true }).fill('chosen by Nell')
  await theirs.getByLabel('Repeat new password').fill('chosen by Nell')
  await theirs.getByRole('button', { name: 'Save password' }).click()
  await expect(theirs.getByRole('button', { name: 'Login' })).toBeVisible()
  await theirs.close()
  expect((await enter({ id: '', email, password: 'chosen by Nell' })).token).toBeTruthy()
  await page.reload()
  await expect(row).toContainText('Newcomer')
  await expect(row).not.toContainText('Unconfirmed')
})

test('a row opens its member; the role is changed, the member removed', async ({
  page,
  project,
  platform,
}) => {
  const other = await addStaff(platform)
  await addMember(platform, { projectId: project.id, staffId: other.id, role: 'developer' })
  await openSettings(page, project.id)
  const row = page.getByRole('row').filter({ hasText: other.email })
  await row.getByRole('cell').last().click()
  const dialog = page.getByRole('dialog', { name: 'Edit Member' })
  await see(dialog, 'Edit Member', { as: 'heading' })
  await expect(dialog.getByRole('switch')).toHaveCount(0)
  await see(dialog, 'Cancel', { as: 'button' })
  await dialog.getByLabel('Role').click()
  await page.getByRole('option', { name: 'owner' }).click()
  const reloaded = Promise.all(
    ['member', 'domain', 'constant'].map((list) =>
      page.waitForRequest(
        (request) => request.method() === 'GET' && request.url().endsWith(`/${list}`),
      ),
    ),
  )
  await (await see(dialog, 'Save', { as: 'button' })).click()
  await expect(dialog).toBeHidden()
  await reloaded
  await expect(row).toContainText('owner')
  await row.getByRole('button').click()
  await (await see(dialog, 'Remove', { as: 'button' })).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('They lose access to this project immediately.')
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(row).toHaveCount(0)
})

test('an admin member cannot be changed: no Remove, no Save', async ({ page, project }) => {
  await openSettings(page, project.id)
  const row = page.getByRole('row').filter({ hasText: 'admin' })
  await row.first().getByRole('button').click()
  const dialog = page.getByRole('dialog', { name: 'Edit Member' })
  await expect(dialog.getByText('Admins have access to every project')).toBeVisible()
  await expect(dialog.getByLabel('Role')).toBeDisabled()
  await expect(dialog.getByRole('button', { name: 'Remove' })).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: 'Save' })).toHaveCount(0)
})

test('the last owner cannot be removed or demoted, with the reason', async ({
  page,
  project,
  me,
}) => {
  await openSettings(page, project.id)
  await page.getByRole('button', { name: me.email }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Member' })
  const remove = dialog.getByRole('button', { name: 'Remove' })
  await expect(remove).toBeDisabled()
  await remove.focus()
  await expect(page.getByRole('tooltip')).toContainText('A project needs an owner')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await dialog.getByLabel('Role').click()
  await expect(page.getByRole('option', { name: 'developer' })).toHaveAttribute('data-disabled')
})

test('a developer sees the members and why they are read-only', async ({ page, me, platform }) => {
  const { owner, project } = await projectAs(platform, me, 'developer')
  await openSettings(page, project.id)
  const add = page.getByRole('button', { name: 'Add Member' })
  await expect(add).toBeDisabled()
  await add.focus()
  await expect(page.getByRole('tooltip')).toContainText('Only an owner or an admin')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByRole('button', { name: owner.email }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Member' })
  await expect(dialog.getByLabel('Role')).toBeDisabled()
  await expect(dialog.getByText('Only an owner or an admin can change members.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Save' })).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: 'Remove' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Audit' })).toHaveCount(0)
})

test('demoting yourself takes effect immediately', async ({ page, me, platform }) => {
  const { project } = await projectAs(platform, me, 'owner')
  await openSettings(page, project.id)
  await page.getByRole('button', { name: me.email }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Member' })
  await dialog.getByLabel('Role').click()
  await page.getByRole('option', { name: 'developer' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Add Member' })).toBeDisabled()
  await expect(page.getByRole('link', { name: 'Audit' })).toHaveCount(0)
})

test('removing yourself leads home', async ({ page, me, platform }) => {
  const { project } = await projectAs(platform, me, 'owner')
  await openSettings(page, project.id)
  await page.getByRole('button', { name: me.email }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('You lose access')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page).toHaveURL('/home')
})
