import { getDevUser, getSsoProvider, saveSsoProvider, signIn } from '@plinth/contract'
import { beforeAll, expect, test } from 'vitest'
import {
  expectApiError,
  guest,
  newStaff,
  type Person,
  theAdmin,
  withPlatform,
} from '../../app/testing/people.ts'
import { testServer } from '../../app/testing/test-server.ts'
import { useOwnServer } from '../../app/testing/use-own-server.ts'
import { servePublishedMetadata } from '../sso/testing/published-metadata.ts'
import { runStaffCommand } from './testing/run-staff-command.ts'

useOwnServer()

let admin: Person
let body: Parameters<typeof saveProvider>[0]
const saveProvider = (sent: {
  issuer: string
  clientId: string
  clientSecret: string
  name: string
  domains: string[]
  verifiedClaim: string
  ssoOnly: boolean
}) => admin.client.call(saveSsoProvider, { body: sent })

beforeAll(async () => {
  admin = await theAdmin()
  const issuer = await servePublishedMetadata(testServer().outside.sso)
  body = {
    ...{ issuer, clientId: 'plinth', clientSecret: 'secret', name: 'Example ID' },
    ...{ domains: [], verifiedClaim: 'email_verified', ssoOnly: true },
  }
}, 120_000)

test('the switch needs a break-glass admin, and ends the sessions of passwords', async () => {
  const [member, spare] = [await newStaff(), await newStaff()]
  const refused = await expectApiError(saveProvider(body))
  expect(refused).toMatchObject({ status: 422, details: [{ path: 'ssoOnly' }] })
  // A break-glass account that is no admin is not enough.
  await runStaffCommand('break-glass', spare.email)
  expect(await expectApiError(saveProvider(body))).toMatchObject({ status: 422 })
  await runStaffCommand('break-glass', admin.email)
  const other = await theAdmin()
  await saveProvider(body)
  expect((await admin.client.call(getSsoProvider)).provider).toMatchObject({ ssoOnly: true })
  expect(await expectApiError(member.client.call(getDevUser))).toMatchObject({ status: 401 })
  for (const { client, id } of [admin, other, spare]) {
    expect((await client.call(getDevUser)).user.id).toBe(id)
  }
  const { email, password } = member
  expect(await expectApiError(guest().call(signIn, { body: { email, password } }))).toMatchObject({
    message: expect.stringContaining('Sign in with Example ID.'),
  })
  await expect(runStaffCommand('end-break-glass', admin.email)).rejects.toThrow(
    'only break-glass admin',
  )
  await runStaffCommand('end-break-glass', spare.email)
  await saveProvider({ ...body, ssoOnly: false })
  expect((await guest().call(signIn, { body: { email, password } })).token).toBeTruthy()
  await runStaffCommand('end-break-glass', admin.email)
  const { rows } = await withPlatform((on) =>
    on.query(`select action from audit where action like '%break-glass%' order by id`),
  )
  expect(rows.map(({ action }) => action)).toEqual([
    'made a break-glass account',
    'made a break-glass account',
    'ended as a break-glass account',
    'ended as a break-glass account',
  ])
})
