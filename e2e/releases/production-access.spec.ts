import { saveProductionAccess } from '@plinth/contract'
import { expectClean } from '../harness/expect-clean.ts'
import { expect, test } from '../harness/fixtures.ts'
import { openSettings, projectAs } from '../settings/settings-people.ts'

const LABEL = 'Developers can read production data'

test('an owner allows developers to read production data, and sees which secrets a backup contains', async ({
  page,
  project,
}) => {
  await openSettings(page, project.id, 'members')
  const section = page.getByRole('region', { name: 'Production access' })
  const access = section.getByRole('switch', { name: LABEL })
  await expect(access).not.toBeChecked()
  await expectClean(page)
  await access.click()
  await expect(page.getByText('Production access saved', { exact: true })).toBeVisible()
  await page.reload()
  await expect(access).toBeChecked()

  await page.getByRole('link', { name: 'Backups', exact: true }).click()
  await page.getByRole('button', { name: 'Back up now' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('switch').click()
  await expect(dialog.getByText('Includes secrets of: dev.')).toContainText(
    'only in backups started by an admin',
  )
  await expectClean(page)
  await dialog.getByLabel('Passphrase', { exact: true }).fill('a long enough passphrase')
  await dialog.getByRole('button', { name: 'Back up', exact: true }).click()
  await expect(dialog).toBeHidden()
  const row = page.getByRole('row').filter({ hasText: 'Done' })
  await expect(row.getByText('Includes secrets of: dev')).toBeAttached({ timeout: 45_000 })
})

test('a developer can open production only if the project allows it', async ({
  page,
  me,
  platform,
}) => {
  const { owner, project } = await projectAs(platform, me, 'developer')
  await openSettings(page, project.id, 'members')
  const access = page.getByRole('switch', { name: LABEL })
  await expect(access).toBeDisabled()
  await page.getByRole('button', { name: 'Environment: dev' }).click()
  const production = page.getByRole('menuitemradio', { name: 'production' })
  await expect(production).toHaveAttribute('aria-disabled', 'true')
  await expect(production).toContainText('An owner can allow it')
  await expectClean(page)
  await production.click({ force: true })
  await expect(page).not.toHaveURL(/environment=production/)
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Backups', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Backups are for owners' })).toBeVisible()

  await page.goto(`/project/${project.id}/data?environment=production`)
  await expect(
    page.getByRole('heading', { name: 'You do not have access to production' }),
  ).toBeVisible()
  await expectClean(page)
  await page.getByRole('link', { name: 'Go to dev' }).click()
  await expect(page.getByRole('button', { name: 'Environment: dev' })).toBeVisible()

  const params = { projectId: project.id }
  await owner.client.call(saveProductionAccess, { params, body: { developersCanRead: true } })
  await page.reload()
  await page.getByRole('button', { name: 'Environment: dev' }).click()
  await production.click()
  await expect(page).toHaveURL(/environment=production/)
  await openSettings(page, project.id, 'backups')
  await expect(page.getByRole('heading', { name: 'No backups yet' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Back up now' })).toHaveCount(0)
})
