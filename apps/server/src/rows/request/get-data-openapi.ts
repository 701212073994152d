import { getDataOpenapi as endpoint } from '@plinth/contract'
import { openapiOfTables } from '@plinth/schema'
import { route } from '../../foundation/http/calls/route.ts'
import { readConfiguration } from '../../projects/configuration/configuration-text.ts'
import type { RowsContext } from '../context.ts'
import { findGranted } from './find-granted.ts'

/** Describes only what the key may call; staff have a document of the whole project. */
export const getDataOpenapi = route(endpoint, async (call, context: RowsContext) => {
  const { caller, projectId, environment, stored } = await findGranted(call, context)
  const document = openapiOfTables(readConfiguration(stored.oldText), {
    title: `Project ${projectId}`,
    version: `${stored.revision}`,
    projectId,
    environment,
    servers: [context.env.baseUrl],
    grants: caller.key.grants,
  })
  return { openapi: '3.1.1', ...document }
})
