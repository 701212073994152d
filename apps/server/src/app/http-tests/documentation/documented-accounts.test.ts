import { approveStaff, getMailStatus } from '@plinth/contract'
import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { createAccount, OWN, TEMPORARY } from '../../../accounts/members/testing/created-account.ts'
import { followPage } from '../../testing/documentation/follow-page.ts'
import { eventually } from '../../testing/eventually.ts'
import { newProject, newStaff, theAdmin } from '../../testing/people.ts'
import { testServer } from '../../testing/test-server.ts'
import { useOwnServer } from '../../testing/use-own-server.ts'

// The policy applies to the whole organisation.
useOwnServer()

test('accounts-and-mail.md', async () => {
  const { smtpPort } = testServer()
  const server = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'] })
  await new Promise<void>((resolve) => server.listen(smtpPort, '127.0.0.1', resolve))
  onTestFinished(() => new Promise((resolve) => server.close(resolve)))
  const [owner, admin] = [await newStaff(), await theAdmin()]
  const membership = { projectId: await newProject(owner), role: 'developer' } as const
  const { id, email } = await createAccount(owner, membership)
  await admin.client.call(approveStaff, { params: { staffId: id } })
  const { from } = await admin.client.call(getMailStatus)
  const isTested = async () => !(await admin.client.call(getMailStatus)).testPending
  const commands = await followPage('accounts-and-mail.md', {
    variables: { TOKEN: admin.token, EMAIL: email, TEMPORARY, OWN },
    replace: {
      'smtp.example.com:587': `127.0.0.1:${smtpPort}`,
      'Plinth <plinth@example.com>': from,
    },
    before: async (place) => {
      // The reader repeats the last call instead.
      if (place === 4) await eventually(isTested, 20_000)
      return undefined
    },
  })
  expect(commands).toHaveLength(5)
})
