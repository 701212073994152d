import { createClient } from '@plinth/client'
import { denyDeviceLogin, listProjects, pollDeviceLogin, startDeviceLogin } from '@plinth/contract'
import { expectClean } from '../harness/expect-clean.ts'
import { expect, freshName, test } from '../harness/fixtures.ts'
import { ageProof, seedProject } from '../harness/platform.ts'
import { product } from '../harness/product.ts'
import { openSettings } from '../settings/settings-people.ts'

const clientOf = (token: string | null) =>
  createClient({ baseUrl: product().address, token: () => token })

const startLogin = (name: string) =>
  clientOf(null).call(startDeviceLogin, { body: { name, write: true } })

test('a device gets a key after its approval, which the profile lists and revokes', async ({
  page,
  project,
  me,
  platform,
}) => {
  const { deviceCode, userCode } = await startLogin('laptop of a test')
  await page.goto('/device')
  await page.getByLabel('Code').fill('bbbb-bbbb')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('alert')).toContainText('No login waits for this code.')

  await page.goto(`/device?code=${userCode}`)
  await expect(page.getByLabel('Code')).toHaveValue(userCode)
  await expectClean(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('laptop of a test')).toBeVisible()
  await expect(page.getByText('Reading and changing data')).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Read only' })).toBeChecked()
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByRole('alert')).toHaveText('Choose at least one project.')
  await page.getByRole('checkbox', { name: project.name }).check()
  await expectClean(page)

  await ageProof(platform, me.token)
  await page.getByRole('button', { name: 'Approve' }).click()
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await question.getByLabel('Password').fill(me.password)
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('status')).toContainText('Device connected')
  await expect(page.getByRole('heading', { name: 'Device connected' })).toBeFocused()

  const answer = await clientOf(null).call(pollDeviceLogin, { body: { deviceCode } })
  if (answer.status !== 'approved') throw new Error(`the login is ${answer.status}`)
  const key = clientOf(answer.secret)
  expect((await key.call(listProjects, { query: {} })).total).toBe(1)

  await openSettings(page, project.id, 'profile')
  const list = page.getByRole('region', { name: 'Personal keys' })
  await expect(list.getByText('laptop of a test')).toBeVisible()
  await expect(list.getByText('Read only')).toBeVisible()
  await expect(list.getByText('last used')).toBeVisible()
  await expectClean(page, 'section[aria-labelledby="personal-keys"]')
  await list.getByRole('button', { name: 'Revoke laptop of a test' }).click()
  await expect(list.getByText('No personal keys.')).toBeVisible()
  await expect(key.call(listProjects, { query: {} })).rejects.toThrow('revoked')
})

test('more projects than are listed are found by a search, with the keyboard alone', async ({
  page,
  me,
  platform,
}) => {
  const name = freshName('One of many')
  for (let number = 1; number <= 60; number += 1) {
    await seedProject(platform, { ownerId: me.id, name: `${name}, no${number}.` })
  }
  const { deviceCode, userCode } = await startLogin('\u202eterminal')
  await page.goto(`/device?code=${userCode}`)
  await expect(page.getByLabel('Code')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'A device asks for a key' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('radio', { name: 'Read only' })).toBeFocused()
  const search = page.getByRole('searchbox', { name: 'Search projects' })
  await expect(search).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(search).toBeFocused()
  await expect(page.getByText('The 50 newest of 60 projects are listed.')).toBeVisible()
  await expect(page.getByRole('checkbox')).toHaveCount(50)

  await page.keyboard.type('no7.')
  await expect(page.getByText('1 project found.')).toBeVisible()
  await expect(search).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(page.getByRole('checkbox', { name: `${name}, no7.` })).toBeChecked()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('nothing of the kind')
  await expect(page.getByText('No project has this name.')).toBeVisible()
  // Enter in the search approves nothing.
  await page.keyboard.press('Enter')
  await expect(page.getByRole('checkbox', { name: `${name}, no7.` })).toBeChecked()
  await expectClean(page)
  for (let tab = 0; tab < 3; tab += 1) await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Approve' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Device connected' })).toBeFocused()
  await expectClean(page)
  const answer = await clientOf(null).call(pollDeviceLogin, { body: { deviceCode } })
  expect(answer).toMatchObject({ status: 'approved', projectIds: [expect.any(String)] })
})

test('a request that ended meanwhile leads back to another code', async ({ page, project, me }) => {
  const { userCode } = await startLogin('impatient')
  await page.goto(`/device?code=${userCode}`)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('checkbox', { name: project.name }).check()
  await me.client.call(denyDeviceLogin, { body: { userCode } })
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByRole('alert')).toContainText('No login waits for this code.')
  await page.getByRole('button', { name: 'Enter another code' }).click()
  await expect(page.getByLabel('Code')).toBeFocused()
})

test.describe('without a session', () => {
  test.use({ who: 'nobody' })
  test('signing in leads back to the page of the device, where the request can be denied', async ({
    page,
    me,
  }) => {
    const { deviceCode, userCode } = await startLogin('unknown device')
    await page.goto(`/device?code=${userCode}`)
    await page.getByLabel('Email').fill(me.email)
    await page.getByLabel('Password').fill(me.password)
    await page.getByRole('button', { name: 'Login' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Deny' }).click()
    await expect(page.getByRole('status')).toContainText('Request denied')
    const poll = clientOf(null).call(pollDeviceLogin, { body: { deviceCode } })
    await expect(poll).rejects.toThrow('denied')
  })
})
