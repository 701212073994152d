import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { createDomain, syncDatabase } from '@plinth/contract'
import { expect, test } from '../harness/fixtures.ts'
import { giveTables, tabTo } from '../schema-editor/data-steps.ts'
import { environmentsOf, openSettings } from './settings-people.ts'

const TABLES = [
  {
    id: 'notes',
    name: 'notes',
    order: 0,
    columns: [{ id: 'n1', name: 'title', type: 'text', options: { isRequired: true } }],
  },
  { id: 'tags', name: 'tags', order: 1 },
] as const

const codeOf = (page: Page, title: string) =>
  page.getByRole('region', { name: title, exact: true }).getByRole('code')

async function download(page: Page, button: string) {
  const arrived = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  const file = await arrived
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') }
}

/** Runs the copied command in a shell. */
function runInShell(line: string, token: string): unknown {
  const text = execFileSync('bash', ['-c', `${line} -sS`], {
    env: { ...process.env, TOKEN: token },
  })
  return JSON.parse(text.toString('utf8'))
}

/** Compiler errors of the copied calls, pasted into a program unchanged. */
function complaintsAbout({ calls, types }: { calls: string; types: string }): string {
  const root = join(import.meta.dirname, '../..')
  const folder = join(root, '.types', `calls-${process.pid}`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'plinth-types.ts'), types)
  writeFileSync(join(folder, 'calls.ts'), calls)
  const compilerOptions = {
    lib: ['es2024', 'dom'],
    composite: false,
    emitDeclarationOnly: false,
    noEmit: true,
    noUnusedLocals: false,
  }
  const config = { extends: '../../tsconfig.base.json', compilerOptions, include: ['*.ts'] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const { stdout } = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', folder])
  rmSync(folder, { recursive: true })
  return stdout.toString('utf8')
}

test('a developer finds working API calls for their tables', async ({
  page,
  project,
  me,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const params = { projectId: project.id }
  await giveTables(me, project.id, [...TABLES].map((table) => ({ ...table })) as never)
  await me.client.call(syncDatabase, { params, body: {} })
  const { dev } = await environmentsOf(me, project.id)
  const domain = `api-${project.id.slice(4)}.example.test`
  await me.client.call(createDomain, { params, body: { domain, environment: dev } })

  await openSettings(page, project.id)
  await page.getByRole('link', { name: 'API' }).click()
  await expect(page.getByRole('main')).toHaveAccessibleName(/^API · /)
  await expect(page.getByRole('navigation', { name: 'Tables' }).getByRole('button')).toHaveText([
    'notes',
    'tags',
  ])

  const copied = async (title: string) => {
    const call = page.getByRole('region', { name: title, exact: true })
    await call.getByRole('button', { name: `Copy: ${title}` }).click()
    await expect(call.getByRole('button', { name: 'Copied' })).toBeVisible()
    return page.evaluate(() => navigator.clipboard.readText())
  }
  expect(runInShell(await copied('Create a row'), me.token)).toMatchObject({
    data: { title: 'Some text' },
  })
  expect(runInShell(await copied('List rows'), me.token)).toMatchObject({ total: 1 })

  await tabTo(page, page.getByRole('radio', { name: 'curl' }))
  await page.keyboard.press('ArrowRight')
  await expect(codeOf(page, 'Set up once')).toContainText(`projectId: '${project.id}'`)
  await expect(codeOf(page, 'List rows')).toContainText("data.table('notes').getMany({")
  const calls = await page.getByRole('code').allTextContents()
  await page.getByRole('button', { name: 'tags', exact: true }).click()
  await expect(codeOf(page, 'List rows')).toContainText("data.table('tags')")
  await page.getByRole('combobox', { name: 'Base URL' }).click()
  await page.getByRole('option', { name: `https://${domain}` }).click()
  await expect(codeOf(page, 'Set up once')).toContainText(`baseUrl: 'https://${domain}'`)
  await expect(codeOf(page, 'Set up once')).not.toContainText(project.id)

  const types = await download(page, 'Download types')
  expect(types.name).toBe('plinth-types.ts')
  expect(types.text).toContain("notes: ['title'],")
  expect(complaintsAbout({ calls: calls.join('\n'), types: types.text })).toBe('')
  const openapi = await download(page, 'Download OpenAPI')
  expect(Object.keys(JSON.parse(openapi.text).paths)).toContain('/api/data/tags/{id}')

  await page.getByRole('radio', { name: 'production' }).check({ force: true })
  await expect(page.getByText('Nothing has been deployed to production yet.')).toBeVisible()
})
