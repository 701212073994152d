import { expect } from '@playwright/test'
import { createClient } from '@plinth/client'
import { createProject, signIn } from '@plinth/contract'
import { ADMIN } from '../../faults/stack/stack.ts'
import { expectClean } from '../harness/expect-clean.ts'
import { goToProvider, newProviderPerson, signInAs, ssoTest as test } from './sso-product.ts'

test('an admin maps a group to a project, and its people are members', async ({ page, sso }, {
  outputDir,
}) => {
  const guest = createClient({ baseUrl: sso.address, token: () => null })
  const { email, password } = ADMIN
  const { token } = await guest.call(signIn, { body: { email, password } })
  const admin = createClient({ baseUrl: sso.address, token: () => token })
  await admin.call(createProject, { body: { cloned: false, name: 'Shop of groups' } })
  await page.addInitScript((value) => localStorage.setItem('token', value), token)
  await page.goto('/people')
  const section = page.getByRole('region', { name: 'Groups' })
  await expect(section).toContainText('No group gives anything')
  await section.getByRole('button', { name: 'Change' }).click()
  const dialog = page.getByRole('dialog', { name: 'Groups of the identity provider' })
  await dialog.getByRole('button', { name: 'Add a group' }).click()
  await dialog.getByLabel('Group 1', { exact: true }).fill('developers')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Choose a project')
  await dialog.getByLabel('Project of group 1').press('Enter')
  await page.getByRole('combobox', { name: 'Search projects' }).fill('Shop of')
  await page.getByRole('option', { name: /Shop of groups/ }).click()
  await page.screenshot({ path: `${outputDir}/groups-light.png` })
  await expectClean(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.screenshot({ path: `${outputDir}/groups-dark.png` })
  await page.emulateMedia({ colorScheme: 'light' })
  await page.keyboard.press('Escape')
  await expect(page.getByText('Discard what you entered?')).toBeVisible()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(section).toContainText('developers: developers of Shop of groups')
  await page.screenshot({ path: `${outputDir}/people.png`, fullPage: true })
  await expectClean(page)

  const person = await page.context().browser()?.newContext({ baseURL: sso.address })
  const other = await person?.newPage()
  if (!other) throw new Error('no second browser')
  const login = await newProviderPerson(sso.provider, { groups: ['developers'] })
  await goToProvider(other)
  await signInAs(other, login)
  await other.waitForURL('**/home')
  await expect(other.getByText('Shop of groups')).toBeVisible()
  await person?.close()
})
