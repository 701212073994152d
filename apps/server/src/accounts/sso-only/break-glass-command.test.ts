import { getDevUser, signIn } from '@plinth/contract'
import { beforeEach, expect, test } from 'vitest'
import {
  clientOf,
  expectApiError,
  guest,
  newStaff,
  type Person,
  theAdmin,
  withPlatform,
} from '../../app/testing/people.ts'
import { useSso } from '../sso/testing/use-sso.ts'
import { runStaffCommand } from './testing/run-staff-command.ts'

const { enter, newPerson } = await useSso({ PLINTH_OIDC_ONLY: 'true' })
const SETTINGS = {
  PLINTH_OIDC_ISSUER: 'https://id.example.com',
  PLINTH_OIDC_CLIENT_ID: 'plinth',
  PLINTH_OIDC_CLIENT_SECRET: 'a secret of a test',
  PLINTH_OIDC_ONLY: 'true',
}

let admin: Person
beforeEach(async () => {
  await withPlatform((on) => on.query('update staff set break_glass = false'))
  admin = await theAdmin()
})

const login = ({ email, password }: Pick<Person, 'email' | 'password'>) =>
  guest().call(signIn, { body: { email, password } })

test('the command line ends sessions of passwords, and keeps the last break-glass admin', async () => {
  const [member, spare] = [await newStaff(), await newStaff()]
  const run = (act: string, { email }: Person) => runStaffCommand(act, email, SETTINGS)
  const isOpen = ({ client }: Person) =>
    client.call(getDevUser).then(
      () => true,
      () => false,
    )
  // Without a break-glass admin passwords work, and accounts can be changed.
  await run('break-glass', spare)
  expect(await Promise.all([member, spare, admin].map(isOpen))).toEqual([true, true, true])
  await run('break-glass', admin)
  expect(await Promise.all([member, spare, admin].map(isOpen))).toEqual([false, true, true])
  await run('add-admin', spare)
  await run('end-break-glass', spare)
  expect(await Promise.all([spare, admin].map(isOpen))).toEqual([false, true])
  for (const act of ['end-break-glass', 'disable']) {
    await expect(run(act, admin)).rejects.toThrow('only break-glass admin')
  }
  expect(await isOpen(admin)).toBe(true)
  expect(await expectApiError(login(member))).toMatchObject({ status: 401 })
  await run('disable', spare)
}, 120_000)

test('an account of the provider gets a password when it becomes a break-glass account', async () => {
  await runStaffCommand('break-glass', admin.email, SETTINGS)
  const { login: name, email } = await newPerson()
  const client = clientOf((await enter(name)).token)
  const { user } = await client.call(getDevUser)
  await withPlatform((on) =>
    on.query('update staff set break_glass = true, is_admin = true where id = $1', [user.id]),
  )
  // Nobody knows its password yet, so that the other one is still the last.
  await expect(runStaffCommand('end-break-glass', admin.email, SETTINGS)).rejects.toThrow('only')
  const printed = await runStaffCommand('break-glass', email, SETTINGS)
  const password = /shown this once: (\S+)/.exec(printed)?.[1] ?? ''
  expect((await login({ email, password })).token).toBeTruthy()
  expect((await client.call(getDevUser)).user.id).toBe(user.id)
  expect(await runStaffCommand('break-glass', email, SETTINGS)).not.toContain('shown this once')
  await runStaffCommand('end-break-glass', admin.email, SETTINGS)
}, 120_000)
