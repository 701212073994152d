import { randomBytes } from 'node:crypto'
import { Email } from '@plinth/contract'
import { addStaff } from '../../accounts/members/org-user-store.ts'
import { addNotice } from '../../accounts/notices/add-notice.ts'
import { hashPassword } from '../../accounts/passwords/passwords.ts'
import { dropResets } from '../../accounts/passwords/profile-store.ts'
import { setPassword } from '../../accounts/sign-in/staff-store.ts'
import { dropIdentitiesOf } from '../../accounts/sso/identity-store.ts'
import { keepBreakGlassAdmin } from '../../accounts/sso-only/keep-break-glass-admin.ts'
import { disableAccount } from '../../accounts/staff/disable-account.ts'
import { dropTwoFactor, readTwoFactorState } from '../../accounts/two-factor/two-factor-store.ts'
import { addAudit } from '../../foundation/audit/audit-store.ts'
import { dropPersonalKeysOf } from '../../foundation/callers/personal-key-store.ts'
import { endSessionsOf } from '../../foundation/callers/session-store.ts'
import type { Database, Transaction } from '../../foundation/platform/database.ts'
import { newId } from '../../foundation/platform/new-id.ts'
import { readEnv } from '../../foundation/settings/env.ts'
import type { Command } from '../context/command.ts'
import { usePlatform } from '../context/use-platform.ts'
import {
  countOtherAdmins,
  findOnlyOrganisation,
  type HeldStaff,
  holdStaffByEmail,
  listAllStaff,
  makeAdmin,
  setBreakGlass,
} from './staff-command-store.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)
const newPassword = () => randomBytes(15).toString('base64url')

/** The command line is trusted; the audit log records that a change was made there. */
function record(
  transaction: Transaction,
  { organisationId, staffId, action }: { organisationId: string; staffId: string; action: string },
): Promise<void> {
  return addAudit(transaction, {
    author: { organisationId, staffId: null, requestId: 'command line' },
    entry: { action, entity: 'staff', entityId: staffId },
  })
}

async function list(db: Database): Promise<number> {
  for (const {
    email,
    isAdmin,
    disabled,
    isPending,
    isBreakGlass,
    lastSignIn,
  } of await listAllStaff(db)) {
    const states = [
      ...(disabled ? ['disabled'] : []),
      ...(isPending ? ['pending'] : []),
      ...(isBreakGlass ? ['break-glass'] : []),
    ]
    const status = [isAdmin ? 'admin' : 'staff', ...states].join(', ')
    say(`${email}\t${status}\t${lastSignIn?.toISOString() ?? 'never signed in'}`)
  }
  return 0
}

async function addAdmin(db: Database, email: string): Promise<number> {
  const password = newPassword()
  const passwordHash = await hashPassword(password)
  const made = await changeStaff(db, async (transaction) => {
    const staff = await holdStaffByEmail(transaction, email)
    const organisationId = staff?.organisationId ?? (await findOnlyOrganisation(transaction))
    if (organisationId === undefined) throw new Error('Start the server once before this.')
    const staffId = staff?.id ?? newId('stf')
    if (!staff) {
      const names = { firstName: 'Plinth', lastName: 'Admin' }
      await addStaff(transaction, { id: staffId, organisationId, email, ...names, passwordHash })
    }
    await makeAdmin(transaction, staffId)
    await record(transaction, { organisationId, staffId, action: 'made an admin' })
    return staff === undefined
  })
  say(`${email} is an admin now.${made ? ` Password, shown this once: ${password}` : ''}`)
  return 0
}

/** Also turns two-factor authentication off: this recovers an account without any of its credentials. */
async function resetPassword(db: Database, email: string): Promise<number> {
  const password = newPassword()
  const passwordHash = await hashPassword(password)
  await onPerson(db, email, async (transaction, { id, organisationId }) => {
    await setPassword(transaction, { staffId: id, passwordHash })
    await endSessionsOf(transaction, id)
    await dropPersonalKeysOf(transaction, id)
    await dropIdentitiesOf(transaction, { staffId: id })
    await dropResets(transaction, id)
    const { enabled } = await readTwoFactorState(transaction, id)
    await dropTwoFactor(transaction, id)
    await addNotice(transaction, { kind: 'password-changed', to: { id, email } })
    if (enabled) {
      await addNotice(transaction, { kind: 'two-factor-off', to: { id, email } })
    }
    await record(transaction, { organisationId, staffId: id, action: 'got a new password' })
  })
  say(`The new password of ${email}, shown this once: ${password}`)
  say('Two-factor authentication is off for this account, and its sessions have ended.')
  return 0
}

/** An account that the provider's sign-in created gets a password, without which it could not be used. */
async function breakGlass(db: Database, email: string): Promise<number> {
  const password = newPassword()
  const passwordHash = await hashPassword(password)
  const hadPassword = await onPerson(db, email, async (transaction, person) => {
    const { id: staffId, organisationId, hasPassword } = person
    await setBreakGlass(transaction, { staffId, isBreakGlass: true })
    if (!hasPassword) {
      await setPassword(transaction, { staffId, passwordHash })
      await dropResets(transaction, staffId)
      await addNotice(transaction, { kind: 'password-changed', to: { id: staffId, email } })
      await record(transaction, { organisationId, staffId, action: 'got a new password' })
    }
    await record(transaction, { organisationId, staffId, action: 'made a break-glass account' })
    return hasPassword
  })
  say(`${email} can always sign in with a password while people sign in with the provider only.`)
  if (!hadPassword) say(`The account had no password. The new one, shown this once: ${password}`)
  return 0
}

async function endBreakGlass(db: Database, email: string): Promise<number> {
  await onPerson(db, email, async (transaction, { id: staffId, organisationId }) => {
    await setBreakGlass(transaction, { staffId, isBreakGlass: false })
    await record(transaction, { organisationId, staffId, action: 'ended as a break-glass account' })
  })
  say(`${email} cannot sign in with a password while people sign in with the provider only.`)
  return 0
}

async function disable(db: Database, email: string): Promise<number> {
  await onPerson(db, email, async (transaction, person) => {
    if (person.isAdmin && (await countOtherAdmins(transaction, person)) === 0) {
      throw new Error(
        'This is the only admin. Make another one first: plinth-server staff add-admin.',
      )
    }
    await disableAccount(transaction, person.id)
    const { id: staffId, organisationId } = person
    await record(transaction, { organisationId, staffId, action: 'disabled' })
  })
  say(`${email} is disabled, and every session has ended.`)
  return 0
}

const changeStaff = <T>(db: Database, change: (transaction: Transaction) => Promise<T>) =>
  db.transaction((transaction) =>
    keepBreakGlassAdmin(transaction, { env: readEnv([]), change: () => change(transaction) }),
  )

function onPerson<T>(
  db: Database,
  email: string,
  change: (transaction: Transaction, person: HeldStaff) => Promise<T>,
): Promise<T> {
  return changeStaff(db, async (transaction) => {
    const person = await holdStaffByEmail(transaction, email)
    if (!person) throw new Error(`No account has the email ${email}.`)
    return change(transaction, person)
  })
}

const ACTS: ReadonlyMap<string, (db: Database, email: string) => Promise<number>> = new Map([
  ['add-admin', addAdmin],
  ['reset-password', resetPassword],
  ['disable', disable],
  ['break-glass', breakGlass],
  ['end-break-glass', endBreakGlass],
])

export const staffCommand: Command = {
  usage:
    'staff list | add-admin EMAIL | reset-password EMAIL | disable EMAIL | break-glass EMAIL | end-break-glass EMAIL',
  summary: 'Manages the staff of this installation; admins are created and recovered only here',
  run: async ([act = '', email = '', ...more]) => {
    if (act === 'list' && email === '') return usePlatform(list)
    const perform = ACTS.get(act)
    const address = Email.safeParse(email)
    if (!perform || !address.success || more.length > 0) {
      throw new Error(`plinth-server ${staffCommand.usage}`)
    }
    return usePlatform((db) => perform(db, address.data))
  },
}
