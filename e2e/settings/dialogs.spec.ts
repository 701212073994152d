import { createConstant, createDomain } from '@plinth/contract'
import { expect, test } from '../harness/fixtures.ts'
import { measured } from '../harness/seen.ts'
import { environmentsOf, openSettings } from './settings-people.ts'

test('every mode opens its dialog, one at a time; closing returns to None and reloads the lists', async ({
  page,
  me,
  project,
}) => {
  const params = { projectId: project.id }
  const { dev } = await environmentsOf(me, project.id)
  const domain = `modes-${project.id.slice(4)}.example.com`
  await me.client.call(createDomain, { params, body: { domain, environment: dev } })
  await me.client.call(createConstant, {
    params,
    body: { key: 'MODE', value: '1', environment: dev },
  })
  const cases = [
    { mode: 'add member', section: 'members', opener: 'Add Member', title: 'Add Member' },
    { mode: 'update member', section: 'members', opener: me.email, title: 'Edit Member' },
    { mode: 'create domain', section: 'domains', opener: 'Create Domain', title: 'Create Domain' },
    { mode: 'edit domain', section: 'domains', opener: domain, title: 'Edit Domain' },
    {
      mode: 'create constant',
      section: 'constants',
      opener: 'Create Constant',
      title: 'Create Constant',
    },
    { mode: 'edit constant', section: 'constants', opener: 'MODE', title: 'Edit Constant' },
  ]
  const modes = ['none']
  const dialogs = page.locator('[role=dialog], [role=alertdialog]')
  for (const { mode, section, opener, title } of cases) {
    await openSettings(page, project.id, section)
    const button = page.getByRole('button', { name: opener, exact: true })
    await button.click()
    await expect(page.getByRole('dialog', { name: title })).toBeVisible()
    await expect(dialogs).toHaveCount(1)
    await page.waitForLoadState('networkidle')
    const reloaded = Promise.all(
      ['member', 'domain', 'constant'].map((list) =>
        page.waitForRequest(
          (request) => request.method() === 'GET' && request.url().endsWith(`/${list}`),
        ),
      ),
    )
    await page.keyboard.press('Escape')
    await reloaded
    await expect(dialogs).toHaveCount(0)
    await expect(button).toBeFocused()
    modes.push(mode)
  }
  measured('settingsDialog.modes', modes)
})

test('new items belong to dev unless another environment is selected', async ({
  page,
  project,
}) => {
  for (const [section, opener] of [
    ['domains', 'Create Domain'],
    ['constants', 'Create Constant'],
  ] as const) {
    await openSettings(page, project.id, section)
    await page.getByRole('button', { name: opener }).click()
    const environment = page.getByRole('dialog').getByLabel('Environment')
    await expect(environment).toBeVisible()
    measured('environment.default', await environment.innerText())
  }
})
