import { expect } from '@playwright/test'
import pg from 'pg'
import { expectClean } from '../harness/expect-clean.ts'
import { allow, enter, prepare, test } from './connectable.ts'

test.setTimeout(240_000)

const EMPTY = { tokenUrl: '', authorizationUrl: '', clientId: '', clientSecret: '' }

/** The ids that a statement on the platform's database returns. */
async function read(databaseUrl: string, statement: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query(statement)
  await client.end()
  return rows.map(({ id }) => id)
}

test('registers Plinth at a service, connects, and marks the end of the connection', async ({
  page,
  context,
  place,
}, { outputDir }) => {
  const projectId = await prepare(place, EMPTY)
  await enter(page, projectId)
  const row = page.getByRole('row').filter({ hasText: 'Contacts' })
  await row.getByRole('button', { name: 'Contacts', exact: true }).click()
  const dialog = page.getByRole('dialog')
  const section = dialog.getByRole('region', { name: 'Connection', exact: true })
  const register = section.getByRole('button', { name: 'Register Plinth there' })
  await expect(register).toHaveAttribute('aria-disabled', 'true')
  const issuer = section.getByLabel('Address of the service (issuer)')
  await issuer.fill('https://192.168.1.1')
  await issuer.press('Enter')
  await expect(section.getByText('192.168.1.1: ')).toBeVisible()
  for (const width of [1280, 1440]) {
    await page.setViewportSize({ width, height: width === 1280 ? 800 : 900 })
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectClean(page)
    await page.screenshot({ path: `${outputDir}/register-${width}-dark.png` })
    await page.emulateMedia({ colorScheme: 'light' })
    await page.screenshot({ path: `${outputDir}/register-${width}.png` })
  }
  await issuer.fill(place.service.issuer)
  await register.click()
  await expect(dialog.getByLabel('Token URL')).toHaveValue(`${place.service.issuer}/token`)
  await expect(dialog.getByLabel('Client ID')).not.toHaveValue('')
  await expect(register).toBeHidden()
  await expect(section).toContainText('Redirect URI to register')

  const opened = context.waitForEvent('page')
  await section.getByRole('button', { name: 'Connect', exact: true }).click()
  const tab = await opened
  await allow(tab, 'ada')
  await expect(tab.getByRole('heading', { name: 'Connected' })).toBeVisible()
  await tab.close()
  await expect(section).toContainText('Connected as ada@service.test')

  // The tests of a worker share the product.
  const [credentialId] = await read(
    place.databaseUrl,
    `select credential.id from credential join environment on environment.id = environment_id
     where project_id = '${projectId}'`,
  )
  await read(
    place.databaseUrl,
    `update credential_connection set authorization_ends_at = timestamptz '2099-03-04 12:00Z',
       warn_at = now() - interval '1 day', warned_end = null
     where credential_id = '${credentialId}'`,
  )
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(row).toContainText('Connected')
  await read(
    place.databaseUrl,
    `update credential_connection set authorization_ends_at = now() + interval '3 days'
     where credential_id = '${credentialId}'`,
  )
  await page.reload()
  await expect(row).toContainText(/Ends [A-Z][a-z]{2} \d+, \d{4}/)
  await expect(row.getByTitle('connect it again before then')).toBeVisible()
  for (const width of [1280, 1440]) {
    await page.setViewportSize({ width, height: width === 1280 ? 800 : 900 })
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectClean(page)
    await page.screenshot({ path: `${outputDir}/ends-${width}-dark.png` })
    await page.emulateMedia({ colorScheme: 'light' })
    await page.screenshot({ path: `${outputDir}/ends-${width}.png` })
  }

  // As the mail links it.
  const link = `/project/${projectId}/workflow?environment=dev&tab=credentials`
  await page.goto(`${link}&credential=${credentialId}`)
  await expect(section).toContainText('The authorization ends on')
  await expect(page).toHaveURL(link)
  await expectClean(page)
  await page.screenshot({ path: `${outputDir}/linked.png` })
})
