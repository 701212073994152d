import { expect, test } from 'vitest'
import { appConfiguration } from '../../../app/testing/app-tables.ts'
import { runGuideSamples } from '../../../app/testing/documentation/run-guide-samples.ts'
import { applyTables } from '../../../rows/testing/shelf.ts'
import { approvalPlace } from '../testing/approval-place.ts'

test('the sample of approvals.md decides as an app user', async () => {
  const { projectId, owner, ask, ended } = await approvalPlace()
  const { tables } = appConfiguration('sqlite3')
  await applyTables({ projectId, owner, database: 'sqlite3', tables })
  const rule = '@request.auth.nick = "manager"'
  const { runId } = await ask({ approvers: 'users:people', app_rule: rule })
  const { printed, expected } = await runGuideSamples('approvals.md', { projectId, token: '' })
  expect(printed).toEqual(expected)
  expect((await ended(runId)).taken).toEqual(['approved'])
})
