import { ENVIRONMENT_NAMES, type EnvironmentName } from '@plinth/contract'
import { addToOutbox } from '../../foundation/durable/outbox-store.ts'
import type { Transaction } from '../../foundation/platform/database.ts'
import type { Ask } from '../request/ask.ts'
import { LINK_PURPOSES, type LinkPurpose } from './app-link-store.ts'

/** A mail that was promised to an address of an Auth table, known there or not. */
export interface AppMail {
  purpose: LinkPurpose
  projectId: string
  environment: EnvironmentName
  tableId: string
  email: string
}

/** Promises a mail in the transaction that asks for it. */
export async function askForAppMail(
  transaction: Transaction,
  { environment, table }: Ask,
  { purpose, email }: { purpose: LinkPurpose; email: string },
): Promise<void> {
  const key = [purpose, environment.projectId, environment.name, table.id, email].join(' ')
  await addToOutbox(transaction, { topic: 'sendAppMail', key })
}

/** No part but the address may hold a space. */
export function readAppMail(key: string): AppMail {
  const [first, projectId = '', name, tableId = '', ...rest] = key.split(' ')
  const purpose = LINK_PURPOSES.find((each) => each === first)
  const environment = ENVIRONMENT_NAMES.find((each) => each === name)
  if (!purpose || !environment) throw new Error(`not a promised mail: ${first}`)
  return { purpose, projectId, environment, tableId, email: rest.join(' ') }
}
