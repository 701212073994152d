import { ENVIRONMENT_NAMES, type EnvironmentName } from '@plinth/contract'
import { addToOutbox } from '../../foundation/durable/outbox-store.ts'
import type { Transaction } from '../../foundation/platform/database.ts'
import type { RowRequest } from '../request/row-request.ts'

interface AskedMail {
  /** The page that the link leads to. */
  redirect: string | undefined
  email: string
  /** Whether an address without an account gets a mail as well. */
  mayCreate: boolean
  /** Whether the account knows the network that asked. */
  isKnown: boolean
}

/** A queued mail with a code to an address, which may or may not belong to an account. */
interface CodeMail extends AskedMail {
  projectId: string
  environment: EnvironmentName
  tableId: string
  /** When the code was asked for, in milliseconds. */
  askedAt: number
}

/** Stands for no redirect; a URL contains a colon. */
const NONE = '-'
const MAY_CREATE = 'new'
const IS_KNOWN = 'known'

/** Enqueues a mail in the caller's transaction. */
export async function enqueueCodeMail(
  transaction: Transaction,
  { environment, table, now }: RowRequest,
  { email, mayCreate, isKnown, redirect = NONE }: AskedMail,
): Promise<void> {
  const { projectId, name } = environment
  const flags = [...(mayCreate ? [MAY_CREATE] : []), ...(isKnown ? [IS_KNOWN] : [])].join() || NONE
  const key = [projectId, name, table.id, redirect, now, flags, email].join(' ')
  await addToOutbox(transaction, { topic: 'sendCodeMail', key })
}

/** Parses the outbox key; only the address may contain spaces. */
export function readCodeMail(key: string): CodeMail {
  const [projectId = '', name, tableId = '', redirect = NONE, asked, marks = NONE, ...rest] =
    key.split(' ')
  const flags = marks.split(',')
  const environment = ENVIRONMENT_NAMES.find((each) => each === name)
  if (!environment) throw new Error(`code-mail: invalid outbox key: ${name}`)
  return {
    projectId,
    environment,
    tableId,
    redirect: redirect === NONE ? undefined : redirect,
    askedAt: Number(asked),
    mayCreate: flags.includes(MAY_CREATE),
    isKnown: flags.includes(IS_KNOWN),
    email: rest.join(' '),
  }
}
