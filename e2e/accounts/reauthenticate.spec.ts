import type { Page } from '@playwright/test'
import { beginTwoFactor, confirmTwoFactor, listProjects } from '@plinth/contract'
import { giveStoredTables } from '../grid/grid-steps.ts'
import { expectClean } from '../harness/expect-clean.ts'
import { expect, newProject, type Person, rowOf, test } from '../harness/fixtures.ts'
import { oneTimeCode } from '../harness/one-time-code.ts'
import { ageProof } from '../harness/platform.ts'
import { openSettings } from '../settings/settings-people.ts'

const TABLES = [
  { id: 'post', name: 'post', columns: [{ id: 'title', name: 'title', type: 'text' }] },
]
const CANCELLED = 'Nothing was done, because you did not confirm that it is you.'

const questionOf = (page: Page) => page.getByRole('dialog', { name: 'Confirm that it is you' })

async function confirmBy(page: Page, { password }: Pick<Person, 'password'>): Promise<void> {
  const question = questionOf(page)
  await question.getByLabel('Password').fill(password)
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(question).toBeHidden()
}

/** Collects the bodies of the POST requests to a path. */
function bodiesOf(page: Page, path: string): unknown[] {
  const bodies: unknown[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === path)
      bodies.push(request.postDataJSON())
  })
  return bodies
}

test('creating a key asks for the password once and repeats the same request', async ({
  page,
  project,
  me,
  platform,
}) => {
  await giveStoredTables(me, project.id, TABLES as never)
  await openSettings(page, project.id, 'keys')
  const bodies = bodiesOf(page, `/api/project/${project.id}/key`)
  await page.getByRole('button', { name: 'Create Key' }).click()
  const form = page.getByRole('dialog', { name: 'Create Key' })
  await form.getByLabel('Name').fill('Nightly export')
  await form.getByRole('checkbox', { name: 'List post' }).check()
  await ageProof(platform, me.token)
  await form.getByRole('button', { name: 'Create' }).click()

  const question = questionOf(page)
  await expect(question.getByLabel('Password')).toBeFocused()
  await expectClean(page)
  await question.getByLabel('Password').fill('not it')
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(question.getByRole('alert')).toHaveText('This is not your current password.')
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(form.getByRole('alert')).toHaveText(CANCELLED)
  await expect(form.getByLabel('Name')).toHaveValue('Nightly export')
  await expect(form.getByRole('checkbox', { name: 'List post' })).toBeChecked()
  expect(bodies).toHaveLength(1)

  await form.getByRole('button', { name: 'Create' }).click()
  await confirmBy(page, me)
  await expect(page.getByText('Copy it now')).toBeVisible()
  expect(bodies).toHaveLength(3)
  expect(bodies[2]).toEqual(bodies[1])
})

test('deleting a project waits for the answer and can be cancelled', async ({
  page,
  project,
  me,
  platform,
}) => {
  await newProject(me)
  await page.goto('/home')
  await ageProof(platform, me.token)
  await page.getByRole('button', { name: `Delete ${project.name}` }).click()
  const sure = page.getByRole('alertdialog')
  await sure.getByRole('textbox').fill(project.name)
  await sure.getByRole('button', { name: 'Delete Project' }).click()
  await questionOf(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText(CANCELLED)).toBeVisible()
  await expect(sure).toBeVisible()
  await sure.getByRole('button', { name: 'Delete Project' }).click()
  await confirmBy(page, me)
  await expect(page.getByText('Project deleted successfully')).toBeVisible()
  await expect(rowOf(page, project.name)).toBeHidden()
  // The proof counts for the next call too.
  const { projects } = await me.client.call(listProjects)
  await page.getByRole('button', { name: `Delete ${projects[0]?.name}` }).click()
  await sure.getByRole('textbox').fill(projects[0]?.name ?? '')
  await sure.getByRole('button', { name: 'Delete Project' }).click()
  await expect(page.getByRole('heading', { name: 'No projects yet' })).toBeVisible()
})

test('asks for a code if two-factor is on, or for the password instead', async ({
  page,
  project,
  me,
  platform,
}) => {
  const body = { currentPassword: me.password }
  const { secret } = await me.client.call(beginTwoFactor, { body })
  await me.client.call(confirmTwoFactor, { body: { code: oneTimeCode(secret) } })
  await page.goto('/home')
  await ageProof(platform, me.token)
  await page.getByRole('button', { name: `Delete ${project.name}` }).click()
  await page.getByLabel(`Type ${project.name} to confirm`).fill(project.name)
  await page.getByRole('button', { name: 'Delete Project' }).click()
  const question = questionOf(page)
  await question.getByLabel('Code').fill('000000')
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(question.getByRole('alert')).toContainText('This code is wrong')
  await expectClean(page)
  await question.getByRole('button', { name: 'Use your password instead' }).click()
  await expect(question.getByLabel('Password')).toHaveValue('')
  await question.getByRole('button', { name: 'Use a code instead' }).click()
  await question.getByLabel('Code').fill(oneTimeCode(secret, 1))
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Project deleted successfully')).toBeVisible()
})

test('a form that has asked for the password does not ask again', async ({
  page,
  project,
  me,
  platform,
}) => {
  await openSettings(page, project.id, 'profile')
  await page.getByLabel('Email').fill(`new-${me.email}`)
  await ageProof(platform, me.token)
  await page.getByLabel('Current password').fill('not it')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('This is not your current password.')).toBeVisible()
  await page.getByLabel('Current password').fill(me.password)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Profile saved successfully')).toBeVisible()
  await expect(questionOf(page)).toBeHidden()
})

test.describe('an admin', () => {
  test.use({ who: 'admin' })
  test('deploys after confirming; cancelling leaves the plan open', async ({
    page,
    project,
    me,
    platform,
  }) => {
    await giveStoredTables(me, project.id, TABLES as never)
    await page.goto(`/project/${project.id}`)
    await page.getByRole('button', { name: 'Deploy' }).click()
    const plan = page.getByRole('dialog', { name: 'Schema changes' })
    await ageProof(platform, me.token)
    await plan.getByRole('button', { name: 'Deploy', exact: true }).click()
    await questionOf(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByText(CANCELLED)).toBeVisible()
    await plan.getByRole('button', { name: 'Deploy', exact: true }).click()
    await confirmBy(page, me)
    await expect(page.getByText('Database deployed successfully')).toBeVisible()
    await expect(plan).toBeHidden()
  })
})
