import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getProject } from '@plinth/contract'
import { expect, onTestFinished, test } from 'vitest'
import { newPersonalKey } from '../../accounts/personal-keys/testing/device-login.ts'
import { appConfiguration, newApp } from '../testing/app-tables.ts'
import { followPage } from '../testing/documentation/follow-page.ts'
import { theAdmin } from '../testing/people.ts'

const PROGRAM = join(import.meta.dirname, '../../../../../packages/cli/src/main.ts')

test('command-line.md', { timeout: 120_000 }, async () => {
  const admin = await theAdmin()
  const projectId = await newApp(admin, appConfiguration('sqlite3'))
  const { projectData } = await admin.client.call(getProject, { params: { projectId } })
  const XDG_CONFIG_HOME = await mkdtemp(join(tmpdir(), 'plinth-command-line-'))
  onTestFinished(() => rm(XDG_CONFIG_HOME, { recursive: true, force: true }))
  const KEY = await newPersonalKey(admin, { projectIds: [projectId], readOnly: false })
  const printed = await followPage('command-line.md', {
    variables: { KEY, XDG_CONFIG_HOME, NODE: process.execPath, PROGRAM },
    programs: 'plinth() { "$NODE" "$PROGRAM" "$@"; }',
    replace: { 'Notes app': projectData.name },
    files: {
      'src/plinth-types.ts': '',
      'rows.json': '[{"title":"One"},{"title":"Two"}]',
      'bad.ndjson': '{"title":"Four"}\n{"nope":1}\n',
      'bad.csv': 'title,nope\n"a\nb",\nSeven,1\n',
    },
    // cli-package.test.ts packs and installs the program, and approves a login.
    skip: /^npm|^plinth login --url \S+\s*$/,
  })
  expect(printed).toHaveLength(10)
})
