import { ENVIRONMENT_NAMES, type EnvironmentName } from '@plinth/contract'
import { addToOutbox } from '../../foundation/durable/outbox-store.ts'
import type { Transaction } from '../../foundation/platform/database.ts'
import type { RowRequest } from '../request/row-request.ts'

/** A queued mail with a code to an address, which may or may not belong to an account. */
interface CodeMail {
  projectId: string
  environment: EnvironmentName
  tableId: string
  redirect: string | undefined
  email: string
}

/** Stands for no redirect; a URL contains a colon. */
const NONE = '-'

/** Enqueues a mail in the caller's transaction. */
export async function enqueueCodeMail(
  transaction: Transaction,
  { environment, table }: RowRequest,
  { email, redirect = NONE }: { email: string; redirect: string | undefined },
): Promise<void> {
  const key = [environment.projectId, environment.name, table.id, redirect, email].join(' ')
  await addToOutbox(transaction, { topic: 'sendCodeMail', key })
}

/** Parses the outbox key; only the address may contain spaces. */
export function readCodeMail(key: string): CodeMail {
  const [projectId = '', name, tableId = '', redirect = NONE, ...rest] = key.split(' ')
  const environment = ENVIRONMENT_NAMES.find((each) => each === name)
  if (!environment) throw new Error(`code-mail: invalid outbox key: ${name}`)
  const leadsTo = redirect === NONE ? undefined : redirect
  return { projectId, environment, tableId, redirect: leadsTo, email: rest.join(' ') }
}
