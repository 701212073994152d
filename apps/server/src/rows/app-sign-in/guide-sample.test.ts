import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runGuideSamples } from '../../app/testing/documentation/run-guide-samples.ts'
import { type Mailbox, openMailbox } from '../../app/testing/mailbox.ts'
import { codeCalls, newCodeApp } from './testing/code-app.ts'

let mailbox: Mailbox
beforeAll(async () => {
  mailbox = await openMailbox()
})
afterAll(() => mailbox.close())

test('the samples of app-sign-in.md sign in with a mailed code', async () => {
  const { projectId } = await newCodeApp('sqlite3', { createsAccounts: true })
  const { mailed } = codeCalls(projectId, mailbox)
  // Stands for the person who reads the mail.
  const person = createServer(async (_, response) =>
    response.end((await mailed('ada@example.com')).code),
  )
  await new Promise<void>((resolve) => person.listen(0, '127.0.0.1', resolve))
  const { port } = person.address() as AddressInfo
  const before = `const readCode = async () => (await fetch('http://127.0.0.1:${port}')).text()\n`
  const samples = runGuideSamples('app-sign-in.md', { projectId, token: '', before })
  const { printed, expected } = await samples.finally(() => person.close())
  expect(printed).toEqual(expected)
}, 60_000)
