import { ENVIRONMENT_NAMES, type EnvironmentName } from '@plinth/contract'
import { addToOutbox } from '../../foundation/durable/outbox-store.ts'
import type { Transaction } from '../../foundation/platform/database.ts'
import { LINK_PURPOSES, type LinkPurpose } from './app-link-store.ts'

/** A queued mail to an address, which may or may not belong to an account of the Auth table. */
export interface AppMail {
  purpose: LinkPurpose
  projectId: string
  environment: EnvironmentName
  tableId: string
  email: string
  /** Whether the account knows the network that asked. */
  isKnown: boolean
}

/** Follows the purpose in the outbox key. */
const IS_KNOWN = ',known'

interface MailingTable {
  readonly environment: { readonly projectId: string; readonly name: EnvironmentName }
  readonly table: { readonly id: string }
}

/** Enqueues a mail in the caller's transaction. */
export async function enqueueAppMail(
  transaction: Transaction,
  { environment, table }: MailingTable,
  { purpose, email, isKnown = false }: { purpose: LinkPurpose; email: string; isKnown?: boolean },
): Promise<void> {
  const first = isKnown ? `${purpose}${IS_KNOWN}` : purpose
  const key = [first, environment.projectId, environment.name, table.id, email].join(' ')
  await addToOutbox(transaction, { topic: 'sendAppMail', key })
}

/** Parses the outbox key; only the address may contain spaces. */
export function readAppMail(key: string): AppMail {
  const [first = '', projectId = '', name, tableId = '', ...rest] = key.split(' ')
  const purpose = LINK_PURPOSES.find((each) => each === first.replace(IS_KNOWN, ''))
  const environment = ENVIRONMENT_NAMES.find((each) => each === name)
  if (!purpose || !environment) throw new Error(`app-mail: invalid outbox key: ${first}`)
  return {
    purpose,
    projectId,
    environment,
    tableId,
    email: rest.join(' '),
    isKnown: first.endsWith(IS_KNOWN),
  }
}
