import type { OpenapiOfTables } from '@plinth/schema'
import { readConfiguration } from '../../projects/configuration/configuration-text.ts'
import type { RowsContext } from '../context.ts'
import { findGranted } from './find-granted.ts'

/** The applied configuration with what descriptions for an API key say: only what the key may call. */
export async function describeGranted(
  call: Parameters<typeof findGranted>[0],
  context: RowsContext,
) {
  const { caller, projectId, environment, stored } = await findGranted(call, context)
  const about: OpenapiOfTables = {
    title: `Project ${projectId}`,
    version: `${stored.revision}`,
    projectId,
    environment,
    servers: [context.env.baseUrl],
    grants: caller.key.grants,
  }
  return { configuration: readConfiguration(stored.oldText), about }
}
