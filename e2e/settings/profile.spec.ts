import { enter, expect, test } from '../harness/fixtures.ts'
import { measured, see } from '../harness/seen.ts'
import { openSettings, projectAs } from './settings-people.ts'

test('saves the profile; a blank password is sent as null', async ({ page, project, me }) => {
  await openSettings(page, project.id, 'profile')
  await expect(await see(page, 'Email', { as: 'textbox' })).toHaveValue(me.email)
  await (await see(page, 'First Name', { as: 'textbox' })).fill('Inès')
  await expect(await see(page, 'Last Name', { as: 'textbox' })).toHaveValue('Moreau')
  const role = await see(page, 'Role', { as: 'textbox' })
  await expect(role).toHaveValue('owner')
  await expect(role).not.toBeEditable()
  await expect(await see(page, 'Password')).toHaveValue('')
  await expect(page.getByLabel('Current password')).toHaveCount(0)
  const sent = page.waitForRequest((request) => request.method() === 'PUT')
  await (await see(page, 'Save', { as: 'button' })).click()
  const body = (await sent).postDataJSON()
  measured('profile.blankPassword', body.password)
  expect(body).toEqual({
    email: me.email,
    first_name: 'Inès',
    last_name: 'Moreau',
    password: null,
  })
  await see(page, 'Profile saved successfully')
  const elsewhere = await page.context().newPage()
  await openSettings(elsewhere, project.id, 'profile')
  await elsewhere.getByLabel('Last Name').fill('Marchand')
  await elsewhere.getByRole('button', { name: 'Save' }).click()
  await expect(elsewhere.getByText('Profile saved successfully')).toBeVisible()
  await elsewhere.close()
  await page.getByLabel('First Name').fill('Inès Maria')
  await page.getByRole('button', { name: 'Save' }).click()
  const notice = page.getByRole('alert')
  await expect(notice).toContainText('Marchand')
  await notice.getByRole('button', { name: 'Take theirs' }).click()
  await expect(page.getByLabel('Last Name')).toHaveValue('Marchand')
  await page.getByLabel('First Name').fill('Maria')
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT')
  await page.getByRole('button', { name: 'Save' }).click()
  expect((await saved).status()).toBe(200)
  await page.reload()
  await expect(page.getByLabel('First Name')).toHaveValue('Maria')
  await expect(page.getByLabel('Last Name')).toHaveValue('Marchand')
})

test('a new password requires the current one, and ends the other sessions', async ({
  page,
  project,
  me,
}) => {
  await enter(me)
  await openSettings(page, project.id, 'profile')
  const sessions = page.getByRole('region', { name: 'Active sessions' })
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
  await page.getByLabel('Password', { exact: true }).fill('a longer one')
  const current = page.getByLabel('Current password')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Current password is required')).toBeVisible()
  await current.fill('not it')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('This is not your current password.')).toBeVisible()
  await expect(current).toBeFocused()
  await current.fill(me.password)
  await page.getByRole('button', { name: 'Save' }).click()
  await see(page, 'Profile saved successfully')
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  await expect(current).toHaveCount(0)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
  expect((await enter({ ...me, password: 'a longer one' })).token).toBeTruthy()
})

test('a new email requires the current password too', async ({ page, project, me }) => {
  await openSettings(page, project.id, 'profile')
  const email = `new-${me.email}`
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Current password').fill(me.password)
  await page.getByRole('button', { name: 'Save' }).click()
  await see(page, 'Profile saved successfully')
  expect((await enter({ ...me, email })).token).toBeTruthy()
})

test('revokes another session', async ({ page, project, me }) => {
  await enter(me)
  await openSettings(page, project.id, 'profile')
  const sessions = page.getByRole('region', { name: 'Active sessions' })
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
  const current = sessions.getByRole('listitem').filter({ hasText: 'This session' })
  await expect(current.getByRole('button')).toHaveCount(0)
  await sessions.getByRole('button', { name: /^Revoke/ }).click()
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  await expect(current).toBeVisible()
})

test.describe('the role in the profile', () => {
  test('of a developer', async ({ page, me, platform }) => {
    const { project } = await projectAs(platform, me, 'developer')
    await openSettings(page, project.id, 'profile')
    await expect(page.getByLabel('Role')).toHaveValue('developer')
  })

  test.describe('of an admin', () => {
    test.use({ who: 'admin' })
    test('is admin', async ({ page, project }) => {
      await openSettings(page, project.id, 'profile')
      await expect(page.getByLabel('Role')).toHaveValue('admin')
    })
  })
})
