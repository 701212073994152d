import { randomInt } from 'node:crypto'
import { CODE_MINUTES, Email } from '@plinth/contract'
import * as z from 'zod'
import { newToken } from '../../accounts/passwords/new-token.ts'
import { hashPassword } from '../../accounts/passwords/passwords.ts'
import { hashToken } from '../../foundation/http/access/authenticate.ts'
import { readStored } from '../../foundation/platform/stored-json.ts'
import { findAccount, normaliseEmail } from '../app-users/account.ts'
import { isUserDisabled } from '../app-users/disabled-user-store.ts'
import { withAuthTable } from '../app-users/with-auth-table.ts'
import type { RowsContext } from '../context.ts'
import { findUnsentCode, replaceCode } from './app-code-store.ts'
import { findSignIn } from './app-sign-in-store.ts'
import { readCodeMail } from './code-mail.ts'

/** A task that mails a code. */
export interface CodeTask {
  /** The outbox key. */
  readonly key: string
  /** The id of the task, by which its code is found. */
  readonly mailId: string
}

const Mailed = z.object({ code: z.string(), token: z.string() })
type Mailed = z.infer<typeof Mailed>

const bindingOf = (mailId: string) => ['code mail', mailId]

/** The code and the token that were stored for a mail. */
export function openMailed(
  { vault }: Pick<RowsContext, 'vault'>,
  { mailId, sealed }: { mailId: string; sealed: Buffer },
): Mailed {
  return readStored(Mailed, vault.open(sealed, bindingOf(mailId)), 'code mail')
}

/** Eight digits: with five tries per code, and the limits per account, guessing is hopeless. */
const newCode = () => String(randomInt(100_000_000)).padStart(8, '0')

/** Who gets the mail, undefined if nobody does: the account, or a new user where codes create accounts. */
async function findRecipient(context: RowsContext, mail: ReturnType<typeof readCodeMail>) {
  const { email: typed, redirect, mayCreate, isKnown, ...place } = mail
  if (!context.stoppedProjects.isOpen(place.projectId)) return undefined
  return withAuthTable(context, place, async (open) => {
    const bound = { environmentId: open.environment.id, tableId: open.table.id }
    const settings = await findSignIn(context.db, bound)
    if (!settings.byCode) return undefined
    const account = await findAccount(open, { email: typed })
    if (!account && !(mayCreate && settings.createsAccounts)) return undefined
    if (account && (await isUserDisabled(context.db, { ...bound, userId: account.id })))
      return undefined
    const email = account?.email ?? normaliseEmail(typed)
    if (!Email.safeParse(email).success) return undefined
    // Signing up makes a network known too, and proves nothing about the address.
    const isOwn = isKnown && account?.verified === true
    return { ...bound, email, userId: account?.id, redirect, isOwn }
  })
}

/** Creates and stores the code of a task, sealed for its mail. Does nothing if nobody may get it. */
export async function createMailedCode(
  context: RowsContext,
  { key, mailId }: CodeTask,
): Promise<void> {
  const { db, env, log, mailer, signInLimit, vault } = context
  const mail = readCodeMail(key)
  // A user who still waits has asked again by then.
  if (Date.now() - mail.askedAt > CODE_MINUTES * 60_000) return
  if (await findUnsentCode(db, mailId)) return
  const found = await findRecipient(context, mail)
  if (!found) return
  const { isOwn, ...recipient } = found
  const { environmentId, tableId, email } = recipient
  if (!mailer.configured && !env.development) {
    log.warn({ environmentId, tableId }, 'code-mail: not sent, no mail server is configured')
    return
  }
  const { projectId } = mail
  if (!(await signInLimit.takeMail({ kind: 'code', projectId, email, isOwn }))) {
    log.warn({ environmentId, tableId }, 'code-mail: not sent, too many mails in this hour')
    return
  }
  const mailed: Mailed = { code: newCode(), token: newToken() }
  await replaceCode(db, {
    ...recipient,
    codeHash: await hashPassword(mailed.code),
    linkHash: hashToken(mailed.token),
    mailId,
    sealed: vault.seal(JSON.stringify(mailed), bindingOf(mailId)),
  })
}
