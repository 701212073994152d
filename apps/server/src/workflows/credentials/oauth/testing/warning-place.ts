import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { listCredentials } from '@plinth/contract'
import { afterAll, beforeAll, expect } from 'vitest'
import { type Mail, type Mailbox, openMailbox } from '../../../../app/testing/mailbox.ts'
import {
  join as joinProject,
  newStaff,
  type Person,
  withPlatform,
} from '../../../../app/testing/people.ts'
import { testServer } from '../../../../app/testing/test-server.ts'
import { ageToken as age, storedConnection as stored, useOauth } from '../testing/oauth-place.ts'
import type { LookOptions } from './warn-of-ends-process.ts'

export const runSql = (text: string, values: unknown[]) =>
  withPlatform((db) => db.query(text, values))

/** Another process that looks for connections to warn of; it begins when the result is called. */
export async function startLooking() {
  const program = join(import.meta.dirname, 'warn-of-ends-process.ts')
  const options: LookOptions = { databaseUrl: testServer().databaseUrl, times: 40 }
  const child = fork(program, [JSON.stringify(options)], { execArgv: [] })
  const ended = once(child, 'exit')
  await once(child, 'message')
  return async () => {
    child.send('begin')
    expect(await ended).toEqual([0, null])
  }
}

/** The state after a refusal. */
export async function lose(id: string) {
  await runSql(
    `update credential_connection set refused_at = now(), generation = generation + 1,
       failure = '127.0.0.1 refused (invalid_grant). The access was withdrawn or has ended.'
     where credential_id = $1`,
    [id],
  )
}

/** Lets some days of an authorization pass. */
export const pass = (id: string, days: number) =>
  runSql(
    `update credential_connection set warn_at = warn_at - make_interval(days => $2),
       authorization_ends_at = authorization_ends_at - make_interval(days => $2)
     where credential_id = $1`,
    [id, days],
  )

/** Fixture: connected credentials of a project, and the mails about them. Each file has its own port. */
export function useWarnings(port: 'oauthWarn' | 'oauthLost') {
  const oauth = useOauth(port)
  const { place } = oauth
  let mailbox: Mailbox
  beforeAll(async () => {
    mailbox = await openMailbox()
  })
  afterAll(() => mailbox.close())

  async function connectionOf(id: string) {
    const { client, projectId } = place()
    const { credentials } = await client.call(listCredentials, { params: { projectId } })
    return credentials.find((one) => one.id === id)?.connection
  }

  /** Lets the service withdraw the access: it refuses a refresh token that was replaced. */
  async function withdraw(id: string) {
    const { refresh_token: replaced } = await stored(id)
    await age(id, 'ended')
    await oauth.callApi(id)
    await runSql('update credential_connection set refresh_token = $2 where credential_id = $1', [
      id,
      replaced,
    ])
    await age(id, 'ended')
    expect(await oauth.refusalOf(id)).toContain('refused (invalid_grant)')
  }

  /** The mails of a person about one credential. */
  const mailsTo = ({ email }: Pick<Person, 'email'>, id: string): Mail[] =>
    mailbox.sentTo(email).filter(({ text }) => text.includes(id))

  const arrive = (person: Pick<Person, 'email'>, { id, count }: { id: string; count: number }) =>
    expect.poll(() => mailsTo(person, id).length, { timeout: 20_000 }).toBe(count)

  /** Waits until no mail about a credential is on its way. */
  const afterAllTasks = (id: string) =>
    expect
      .poll(
        async () =>
          (await runSql('select from open_task where key like $1', [`%/${id}/%`])).rows.length,
        { timeout: 20_000 },
      )
      .toBe(0)

  async function owner(): Promise<Person> {
    const person = await newStaff()
    await joinProject(person, { projectId: place().projectId, role: 'owner' })
    return person
  }

  return { ...oauth, connectionOf, withdraw, mailsTo, arrive, afterAllTasks, owner }
}
