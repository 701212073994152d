import {
  type AppSignIn,
  askUserCode,
  confirmUserCode,
  confirmUserLink,
  type Database,
  listAppSignIn,
  openUserLink,
  saveAppSignIn,
} from '@plinth/contract'
import { appConfiguration, newApp } from '../../../app/testing/app-tables.ts'
import type { Mailbox } from '../../../app/testing/mailbox.ts'
import { guest, newStaff, type Person } from '../../../app/testing/people.ts'

export const APP = 'https://app.example.com'

type Settings = Partial<Omit<AppSignIn, 'environment' | 'revision' | 'passkeyHost'>> & {
  passkeyHost?: string | null | undefined
}

/** Saves how the users of a dev table sign in; what is not given stays. */
export async function saveSignIn(
  owner: Person,
  projectId: string,
  { table = 'people', ...changes }: Settings,
): Promise<AppSignIn> {
  const params = { projectId }
  const { data } = await owner.client.call(listAppSignIn, { params })
  const found = data.find((one) => one.table === table && one.environment === 'dev')
  if (!found) throw new Error(`no settings of ${table}`)
  const { environment, revision, table: _name, ...current } = found
  const body = { ...current, ...changes }
  return (await owner.client.call(saveAppSignIn, { params, body })).data
}

/** An app whose people sign in with codes. */
export async function newCodeApp(database: Database, settings: Settings = {}) {
  const owner = await newStaff()
  const projectId = await newApp(owner, appConfiguration(database))
  await saveSignIn(owner, projectId, {
    byCode: true,
    redirects: [`${APP}/`, `${APP}/welcome`],
    ...settings,
  })
  return { owner, projectId }
}

interface Place {
  table?: string
  $environment?: 'dev' | 'production'
}

/** The calls that an app makes, and the page of a link. */
export function codeCalls(projectId: string, mailbox: Mailbox) {
  const at = ({ table = 'people', $environment }: Place = {}) => ({
    params: { table },
    query: { $projectId: projectId, ...($environment && { $environment }) },
  })
  return {
    ask: (email: string, { redirect, ...place }: Place & { redirect?: string } = {}) =>
      guest().call(askUserCode, {
        ...at(place),
        body: { email, ...(redirect !== undefined && { redirect }) },
      }),
    confirm: (email: string, code: string, place?: Place) =>
      guest().call(confirmUserCode, { ...at(place), body: { email, code } }),
    useTicket: (ticket: string, place?: Place) =>
      guest().call(confirmUserCode, { ...at(place), body: { ticket } }),
    openLink: (token: string) => guest().call(openUserLink, { body: { token } }),
    confirmLink: (token: string) => guest().call(confirmUserLink, { body: { token } }),
    /** Reads the code and the token of the nth mail to an address. */
    async mailed(email: string, number = 1) {
      const { text } = await mailbox.wait(email, number)
      const code = /Your code is (\d{8})/.exec(text)?.[1]
      const token = /\/user-link#([A-Za-z0-9_-]{43})/.exec(text)?.[1]
      if (!code || !token) throw new Error(`no code in ${text}`)
      return { code, token, text }
    },
  }
}

/** Another code of eight digits. */
export const wrongCode = (code: string): string => `${(Number(code[0]) + 1) % 10}${code.slice(1)}`
