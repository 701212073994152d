import { saveBackupSchedule } from '@plinth/contract'
import pg from 'pg'
import { giveRows, giveStoredTables, gridOf, readRows } from '../grid/grid-steps.ts'
import { expectClean } from '../harness/expect-clean.ts'
import { expect, test } from '../harness/fixtures.ts'
import { product } from '../harness/product.ts'
import { openSettings, projectAs } from './settings-people.ts'

const TABLES = [
  {
    id: 'note',
    name: 'note',
    order: 0,
    columns: [{ id: 'title', name: 'title', type: 'text' }],
  },
] as const

/** Locks backup jobs, so that a running backup can be observed. */
async function holdBackups(): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: product().databaseUrl })
  await client.connect()
  await client.query('begin')
  await client.query('lock table file_lease in share mode')
  return () => client.end()
}

test('an owner backs a project up, restores it as a new project, and schedules backups', async ({
  page,
  project,
  me,
}) => {
  test.setTimeout(180_000)
  await giveStoredTables(me, project.id, TABLES as never)
  await giveRows(me, { projectId: project.id, table: 'note' }, [{ title: 'Before' }])
  await openSettings(page, project.id)
  await page.getByRole('link', { name: 'Backups', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'No backups yet' })).toBeVisible()
  await expect(page.getByText(`npx plinth-server export --project ${project.id}`)).toBeVisible()
  await expectClean(page)

  await page.getByRole('button', { name: 'Back up now' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('switch').click()
  await dialog.getByLabel('Passphrase', { exact: true }).fill('short')
  await dialog.getByRole('button', { name: 'Back up', exact: true }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Passphrase must have at least 12 characters')
  await expectClean(page)
  await dialog.getByLabel('Passphrase', { exact: true }).fill('a long enough passphrase')
  await dialog.getByRole('button', { name: 'Back up', exact: true }).click()
  await expect(dialog).toBeHidden()
  const row = page.getByRole('row').filter({ hasText: me.email })
  await expect(row.getByText('Done')).toBeVisible({ timeout: 30_000 })
  await expect(row).toContainText('1 row · 0 files · 0 workflows')
  await expect(row.getByText('Includes secrets of: dev')).toBeAttached()

  const taken = page.waitForEvent('download')
  await row.getByRole('button', { name: /^Download the backup of/ }).click()
  expect((await taken).suggestedFilename()).toContain('.plinth')

  await giveRows(me, { projectId: project.id, table: 'note' }, [{ title: 'After' }])
  await row.getByRole('button', { name: /^Restore the backup of/ }).click()
  await dialog.getByRole('radio', { name: 'Replace this project' }).check({ force: true })
  const lost = dialog.getByRole('region', { name: 'Will be deleted' })
  await expect(lost).toContainText('dev: 1 table · 2 rows')
  await expect(dialog.getByRole('checkbox', { name: 'production' })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Replace' }).click()
  await expect(dialog.getByRole('alert')).toHaveText("This does not match the project's name.")
  await expectClean(page)
  await dialog.getByRole('radio', { name: 'New project' }).check({ force: true })
  await expect(dialog.getByLabel('Name of the new project')).toHaveValue(`${project.name} restored`)
  await expectClean(page)
  await dialog.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(dialog).toBeHidden()
  const restored = page.getByRole('region', { name: 'Last restore' })
  await expect(restored.getByText('Restored', { exact: true })).toBeVisible({ timeout: 45_000 })
  await expectClean(page)
  const kept = await readRows(me, { projectId: project.id, table: 'note' })
  expect(kept.map(({ title }) => title)).toEqual(['After', 'Before'])
  await restored.getByRole('link', { name: 'Open project' }).click()
  await expect(gridOf(page, 'note')).toContainText('Before')
  await expect(gridOf(page, 'note')).not.toContainText('After')
  await openSettings(page, project.id, 'backups')

  await row.getByRole('button', { name: /^Restore the backup of/ }).click()
  await dialog.getByRole('radio', { name: 'Replace this project' }).check({ force: true })
  await expect(lost).toContainText('dev: 1 table · 2 rows')
  await dialog.getByLabel(`Type ${project.name} to confirm`).fill(project.name)
  await dialog.getByRole('button', { name: 'Replace' }).click()
  await expect(dialog).toBeHidden()
  await expect(restored).toContainText('over dev')
  await expect(restored.getByText('Restored', { exact: true })).toBeVisible({ timeout: 45_000 })
  await expect
    .poll(() => readRows(me, { projectId: project.id, table: 'note' }))
    .toMatchObject([{ title: 'Before' }])

  const release = await holdBackups()
  await page.getByRole('button', { name: 'Back up now' }).click()
  await dialog.getByRole('button', { name: 'Back up', exact: true }).click()
  await expect(dialog).toBeHidden()
  const going = page.getByRole('row').filter({ has: page.getByRole('progressbar') })
  await going.getByRole('button', { name: 'Stop' }).click()
  await expect(going).toContainText('Stopping')
  await expectClean(page)
  await release()
  const stopped = page.getByRole('row').filter({ hasText: 'Stopped' })
  await expect(stopped).toBeVisible({ timeout: 30_000 })
  await expect(stopped.getByRole('button', { name: /^Restore/ })).toHaveCount(0)
  await stopped.getByRole('button', { name: /^Delete the backup of/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(stopped).toHaveCount(0)

  await page.getByRole('button', { name: 'Set schedule' }).click()
  await dialog.getByLabel('Backups to keep').fill('7')
  await expectClean(page)
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  const schedule = page.getByRole('region', { name: 'Schedule', exact: true })
  await expect(schedule).toContainText('Every day at 03:00')
  await expect(schedule).toContainText('Keeps the latest 7 for up to 30 days.')
  await expectClean(page)
  await schedule.getByRole('button', { name: 'Change' }).click()
  await me.client.call(saveBackupSchedule, {
    params: { projectId: project.id },
    body: { cron: '30 4 * * *', timezone: 'Asia/Tokyo', keepCount: 5 },
  })
  await dialog.getByLabel('Backups to keep').fill('6')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  const newer = dialog.getByRole('alert')
  await expect(newer.getByRole('row', { name: 'Backups to keep 6 5' })).toBeVisible()
  await expect(newer).toContainText('Every day at 04:30 (Asia/Tokyo)')
  await expectClean(page)
  await newer.getByRole('button', { name: 'Take theirs' }).click()
  await expect(dialog.getByLabel('Backups to keep')).toHaveValue('5')
  await dialog.getByRole('button', { name: 'Turn off' }).click()
  await expect(schedule).toContainText('No schedule. Backups are created only when')

  await row.getByRole('button', { name: /^Delete the backup of/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('heading', { name: 'No backups yet' })).toBeVisible()
})

test('a developer sees the reason for missing access', async ({ page, me, platform }) => {
  const { project } = await projectAs(platform, me, 'developer')
  await openSettings(page, project.id, 'backups')
  await expect(page.getByRole('heading', { name: 'Backups are for owners' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Back up now' })).toHaveCount(0)
})
