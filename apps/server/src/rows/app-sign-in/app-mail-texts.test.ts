import { randomUUID } from 'node:crypto'
import {
  createDomain,
  listAppSignIn,
  renameProject,
  requestUserReset,
  saveAppSignIn,
  verifyUser,
} from '@plinth/contract'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { signUp } from '../../app/testing/app-tables.ts'
import { eventually } from '../../app/testing/eventually.ts'
import { type Mailbox, openMailbox } from '../../app/testing/mailbox.ts'
import { guest, type Person, withPlatform } from '../../app/testing/people.ts'
import { codeCalls, newCodeApp } from './testing/code-app.ts'

const OWN = {
  mailSubject: '{app}: {code}',
  mailText: 'Bonjour <b>{code}</b> {{link}}\n\n.\nhors {code}, {app}, {email} { x }',
  verifySubject: 'Bienvenue chez {app}, {email}',
  verifyText: 'Ouvrez {link} de {app}',
  resetSubject: 'Mot de passe de {app}',
  resetText: 'Tapez <i>{code}</i>, {email}\n--',
}
/** A name that a careless template would fill in, or end a header with. */
const APP = 'Boutique {link} $& {email}\r\nBcc: thief@example.com'
const APP_LINE = 'Boutique {link} $& {email} Bcc: thief@example.com'

let mailbox: Mailbox
beforeAll(async () => {
  mailbox = await openMailbox()
})
afterEach(() => {
  mailbox.refuses = false
})
afterAll(() => mailbox.close())

/** The decoded subject and text of a mail, and its headers as they were sent. */
function read(mail: string) {
  const [head = '', ...rest] = mail.split('\r\n\r\n')
  const body = rest.join('\r\n\r\n')
  const text = head.includes('Content-Transfer-Encoding: base64')
    ? Buffer.from(body, 'base64').toString()
    : Buffer.from(
        body.replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
        'latin1',
      ).toString()
  const subject = /^Subject: (.*(?:\r\n .*)*)/m.exec(head)?.[1]?.replaceAll('\r\n', '') ?? ''
  return { head, subject, text: text.replaceAll('\r\n', '\n').trimEnd() }
}

const pointsOf = async (limiter: string, name: string) => {
  const { rows } = await withPlatform((on) =>
    on.query('select points from rate_limit where key = $1', [`${limiter}:${name}`]),
  )
  return Number(rows[0]?.points ?? 0)
}

const newEmail = () => `${randomUUID()}@example.com`

describe.each(['sqlite3', 'postgres'] as const)(
  'mails with texts of a project on %s',
  (database) => {
    let owner: Person
    let projectId: string
    let host: string
    let appLine: string
    const where = () => ({ params: { table: 'people' }, query: { $projectId: projectId } })
    const askReset = (email: string) =>
      guest().call(requestUserReset, { ...where(), body: { email } })
    const askVerification = (email: string) =>
      guest().call(verifyUser, { ...where(), body: { email } })
    const mailed = async (email: string, number: number) =>
      read((await mailbox.wait(email, number)).text)

    beforeAll(async () => {
      ;({ owner, projectId } = await newCodeApp(database, OWN))
      await owner.client.call(renameProject, {
        params: { projectId },
        body: { name: `${APP} ${database}` },
      })
      appLine = `${APP_LINE} ${database}`
      host = new URL(inject('server').address).host
    })

    test('the three mails have the words, the values as they are and our last line', async () => {
      const { email } = await signUp(projectId, { email: newEmail() })
      const verify = await mailed(email, 1)
      expect(verify.subject).toBe(`Bienvenue chez ${appLine}, ${email}`)
      expect(verify.text).toMatch(
        /^Ouvrez http:\/\/\S+\/auth\/people\/verify#[A-Za-z0-9_-]{43} de Boutique \{link\}/,
      )
      await askReset(email)
      const reset = await mailed(email, 2)
      expect(reset.subject).toBe(`Mot de passe de ${appLine}`)
      expect(reset.text).toMatch(/^Tapez <i>[A-Za-z0-9_-]{43}<\/i>, /)
      expect(reset.text).toContain(`</i>, ${email}\n--\n`)
      await codeCalls(projectId, mailbox).ask(email)
      const code = await mailed(email, 3)
      const digits = /: (\d{8})$/.exec(code.subject)?.[1]
      expect(code.subject).toBe(`${appLine}: ${digits}`)
      expect(code.text).toContain(`Bonjour <b>${digits}</b> {http://`)
      expect(code.text).toContain(`hors ${digits}, ${appLine}, ${email} { x }`)
      for (const { head, text } of [verify, reset, code]) {
        expect(head).toContain('Content-Type: text/plain')
        expect(head).not.toMatch(/^Bcc:/m)
        expect(
          text.endsWith(`\n\nThis mail was sent by the project “${appLine}” on ${host}.`),
        ).toBe(true)
      }
    })

    test('the mails of the product have our last line too', async () => {
      const plain = await newCodeApp(database)
      const { email } = await signUp(plain.projectId, { email: newEmail() })
      const { subject, text } = await mailed(email, 1)
      expect(subject).toBe('Confirm your email address')
      expect(text).toMatch(/give the app this code: \S{43}\n\nIf it was not you/)
      expect(text).toMatch(/\n\nThis mail was sent by the project “.+” on [^\n]+\.$/)
    })

    test('a mail that is left out of a change keeps its words', async () => {
      const params = { projectId }
      const { data } = await owner.client.call(listAppSignIn, { params })
      const found = data.find(
        ({ table, environment }) => table === 'people' && environment === 'dev',
      )
      if (!found) throw new Error('no settings')
      const { environmentId, tableId, byCode, createsAccounts, redirects, sessionDays } = found
      const { mailSubject, mailText } = found
      const body = { environmentId, tableId, byCode, createsAccounts, redirects, sessionDays }
      const saved = await owner.client.call(saveAppSignIn, {
        params,
        body: { ...body, mailSubject, mailText },
      })
      expect(saved.data).toMatchObject(OWN)
    })

    test('a mail that is tried again counts once', async () => {
      const app = await newCodeApp(database, { verifySubject: 'Ours' })
      mailbox.refuses = 450
      const { email } = await signUp(app.projectId, { email: newEmail() })
      const wasTried = () =>
        withPlatform((on) => on.query('select from app_link where email = $1', [email]))
      await eventually(async () => (await wasTried()).rowCount === 1, 20_000)
      await eventually(
        async () => (await pointsOf('verify-mail-project', app.projectId)) === 0,
        20_000,
      )
      mailbox.refuses = false
      await mailed(email, 1)
      expect(await pointsOf('verify-mail-project', app.projectId)).toBe(1)
    })

    test('answers what the preview shows: sender, address and where links lead', async () => {
      const { mails, data } = await owner.client.call(listAppSignIn, { params: { projectId } })
      const environmentId = data[0]?.environmentId ?? ''
      const { address } = inject('server')
      expect(mails).toMatchObject({ baseUrl: address, origins: { [environmentId]: address } })
      expect(mails.sender).toContain('@')
      const domain = `${randomUUID()}.example.com`
      const body = { domain, environment: environmentId }
      await owner.client.call(createDomain, { params: { projectId }, body })
      const after = await owner.client.call(listAppSignIn, { params: { projectId } })
      expect(after.mails.origins[environmentId]).toBe(`https://${domain}`)
      const { email } = await signUp(projectId, { email: newEmail() })
      await mailed(email, 1)
      await askVerification(email)
      expect((await mailed(email, 2)).text).toContain(`https://${domain}/auth/people/verify#`)
    })
  },
)
