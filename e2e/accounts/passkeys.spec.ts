import { expect, type Page } from '@playwright/test'
import { newId } from '../../apps/server/src/foundation/platform/new-id.ts'
import { sql } from '../../apps/server/src/foundation/platform/sql.ts'
import { expectClean } from '../harness/expect-clean.ts'
import { oneTimeCode } from '../harness/one-time-code.ts'
import { ageProof } from '../harness/platform.ts'
import { openSettings } from '../settings/settings-people.ts'
import { enterPassword, plugInKey, passkeyTest as test } from './passkey-product.ts'

const SHOTS = process.env.PLINTH_SHOTS

/** For the eyes of a person, at two widths and in both themes. */
async function shoot(page: Page, name: string) {
  if (SHOTS === undefined) return
  for (const width of [1280, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: `${SHOTS}-${name}-${width}-${colorScheme}.png` })
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

const sectionOf = (page: Page) => page.getByRole('region', { name: 'Passkeys' })
const signOut = async (page: Page) => {
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByLabel('Email')).toBeVisible()
}
const tokenOf = (page: Page) => page.evaluate(() => localStorage.getItem('token') ?? '')

async function addPasskey(page: Page, { name, password }: { name: string; password: string }) {
  await sectionOf(page).getByRole('button', { name: 'Add passkey' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Current password').fill(password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
}

test('adds a passkey, signs in and confirms with it, and removes it', async ({
  page,
  place: { person, project },
  product,
}) => {
  const key = await plugInKey(page)
  await enterPassword(page, person)
  await page.waitForURL('**/home')
  await openSettings(page, project.id, 'profile')
  const section = sectionOf(page)
  await expect(section.getByText('No passkeys yet.')).toBeVisible()
  await section.scrollIntoViewIfNeeded()
  await expectClean(page)
  await shoot(page, 'empty')

  await section.getByRole('button', { name: 'Add passkey' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await expect(dialog.getByLabel('Name')).toHaveValue(/ on /)
  await dialog.getByLabel('Name').fill('Laptop')
  await dialog.getByLabel('Current password').fill('not it')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByText('This is not your current password.')).toBeVisible()
  await expectClean(page)
  await shoot(page, 'add')
  await dialog.getByLabel('Current password').fill(person.password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  const codes = page.getByRole('dialog', { name: 'Two-factor authentication is on' })
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  await page.keyboard.press('Escape')
  const unsaved = page.getByRole('alertdialog', { name: 'Close without your recovery codes?' })
  await unsaved.getByRole('button', { name: 'Back to the codes' }).click()
  const recovery = (await codes.getByRole('listitem').first().textContent()) ?? ''
  await expectClean(page)
  await shoot(page, 'codes')
  await codes.getByRole('button', { name: 'I have saved them' }).click()
  await expect(section.getByText('Laptop', { exact: true })).toBeVisible()
  await expect(section.getByText('never used')).toBeVisible()
  expect(await key.count()).toBe(1)
  await expectClean(page)
  await shoot(page, 'list')

  await page.goto('/home')
  await signOut(page)
  await enterPassword(page, person)
  await expect(page.getByRole('button', { name: 'Use a passkey' })).toBeFocused()
  await expect(page.getByLabel('Code')).toBeVisible()
  await expectClean(page)
  await shoot(page, 'sign-in')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.waitForURL('**/home')

  await ageProof(product.platform, await tokenOf(page))
  await page.getByRole('button', { name: `Delete ${project.name}` }).click()
  const sure = page.getByRole('alertdialog')
  await sure.getByRole('textbox').fill(project.name)
  await sure.getByRole('button', { name: 'Delete Project' }).click()
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await expect(question.getByRole('button', { name: 'Use a passkey' })).toBeVisible()
  await expectClean(page)
  await shoot(page, 'confirm')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await sure.getByRole('button', { name: 'Cancel' }).click()

  // A recovery code replaces a lost passkey.
  await signOut(page)
  await enterPassword(page, person)
  await page.getByLabel('Code').fill(recovery)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL('**/home')

  await openSettings(page, project.id, 'profile')
  await expect(section.getByText(/last used/)).toBeVisible()
  await section.getByRole('button', { name: 'Remove Laptop' }).click()
  const removal = page.getByRole('dialog', { name: 'Remove the passkey ‘Laptop’?' })
  await expect(removal.getByText('It is your only second factor')).toBeVisible()
  await expectClean(page)
  await shoot(page, 'remove')
  await removal.getByLabel('Current password').fill(person.password)
  await removal.getByRole('button', { name: 'Remove' }).click()
  await expect(section.getByText('No passkeys yet.')).toBeVisible()
})

test('confirms a deletion with a passkey, by the keyboard alone', async ({
  page,
  place: { person, project },
  product,
}) => {
  await plugInKey(page)
  await enterPassword(page, person)
  await page.waitForURL('**/home')
  await openSettings(page, project.id, 'profile')
  await sectionOf(page).getByRole('button', { name: 'Add passkey' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByLabel('Name')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.type(person.password)
  await page.keyboard.press('Enter')
  const saved = page.getByRole('button', { name: 'I have saved them' })
  await expect(saved).toBeVisible()
  await saved.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeHidden()

  await page.goto('/home')
  await signOut(page)
  await page.getByLabel('Email').focus()
  await page.keyboard.type(person.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(person.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Use a passkey' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/home')

  await ageProof(product.platform, await tokenOf(page))
  await page.getByRole('button', { name: `Delete ${project.name}` }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog').getByRole('textbox')).toBeFocused()
  await page.keyboard.type(project.name)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const usePasskey = page.getByRole('dialog').getByRole('button', { name: 'Use a passkey' })
  await expect(usePasskey).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: project.name, exact: true })).toBeHidden()
})

test('says calmly that the person cancelled, and that the page cannot use passkeys', async ({
  page,
  place: { person, project },
}) => {
  await page.addInitScript(() => {
    const refuse = async () => {
      throw new DOMException('The operation was cancelled.', 'NotAllowedError')
    }
    if (sessionStorage.getItem('cancels')) navigator.credentials.get = refuse
    if (sessionStorage.getItem('unsupported')) Reflect.deleteProperty(window, 'PublicKeyCredential')
  })
  await plugInKey(page)
  await enterPassword(page, person)
  await page.waitForURL('**/home')
  await openSettings(page, project.id, 'profile')
  await addPasskey(page, { name: 'Laptop', password: person.password })
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await addPasskey(page, { name: 'Again', password: person.password })
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await expect(dialog.getByText('This device already has a passkey')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.evaluate(() => sessionStorage.setItem('cancels', 'yes'))
  await page.goto('/home')
  await signOut(page)
  await enterPassword(page, person)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('alert')).toHaveText(
    'No passkey was used, because it was cancelled or took too long. Try again.',
  )
  await expectClean(page)
  await shoot(page, 'cancelled')
  await page.evaluate(() => sessionStorage.setItem('unsupported', 'yes'))
  await enterPassword(page, person)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('alert')).toContainText('This browser does not support passkeys.')
})

test('sets a required second factor up with a passkey, then an app beside it', async ({
  page,
  place: { person },
  product: { platform },
}) => {
  const organisationId = newId('org')
  await platform.query(sql`
    insert into organisation (id, name, two_factor_required) values (${organisationId}, 'Strict', true)`)
  await platform.query(sql`
    update staff set organisation_id = ${organisationId} where id = ${person.id}`)
  await plugInKey(page)
  await enterPassword(page, person)
  await expect(page.getByText('Your organisation requires it.')).toBeVisible()
  await expectClean(page)
  await shoot(page, 'required')
  await page.getByRole('button', { name: 'Use a passkey instead' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Current password').fill(person.password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  // They stay on the screen, although it shows something else as soon as the factor is set up.
  await expect(page.getByRole('listitem')).toHaveCount(10)
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await expect(page.getByText('It is on. Signing in requires a passkey.')).toBeVisible()
  await expectClean(page)
  await shoot(page, 'on')

  await page.getByLabel('Current password').last().fill(person.password)
  await page.getByRole('button', { name: 'Set up' }).click()
  const key = (await page.getByTestId('secret').textContent()) ?? ''
  await page.getByRole('textbox', { name: 'Code' }).fill(oneTimeCode(key))
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByText('Authenticator app added')).toBeVisible()
  await expect(page.getByText('requires a passkey or a code')).toBeVisible()
  const end = page.getByRole('form', { name: 'Remove the app' })
  await end.getByLabel('Current password').fill(person.password)
  await end.getByRole('textbox', { name: 'Code' }).fill(oneTimeCode(key, 1))
  await end.getByRole('button', { name: 'Remove the app' }).click()
  await expect(page.getByText('It is on. Signing in requires a passkey.')).toBeVisible()
})
