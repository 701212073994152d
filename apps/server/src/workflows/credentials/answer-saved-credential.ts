import { notFound } from '../../foundation/http/errors/api-error.ts'
import type { Transaction } from '../../foundation/platform/database.ts'
import { readCredentials } from './to-credential.ts'

interface Saved {
  projectId: string
  id: string
  action: 'created' | 'changed' | 'registered'
  before?: unknown
}

/** Returns the stored credential and the audit entry of the change. */
export async function answerSavedCredential(
  transaction: Transaction,
  { projectId, id, action, before }: Saved,
) {
  const credential = (await readCredentials(transaction, projectId)).find((one) => one.id === id)
  if (!credential) throw notFound()
  const { name, type, data, environment } = credential
  return {
    answer: { credential },
    audit: {
      action,
      entity: 'credential',
      entityId: id,
      projectId,
      environment: environment.name,
      ...(before === undefined ? {} : { before }),
      after: { name, type, fields: Object.keys(data) },
    },
  }
}
