import { listRequests as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import type { RowsContext } from '../context.ts'
import { listEntries } from './request-list-store.ts'

export const listRequests = route(
  endpoint,
  async ({ project, query }, { db, requests: log }: RowsContext) => {
    const { limit } = query
    const entries = await listEntries(db, { ...query, projectId: project.id, limit: limit + 1 })
    const requests = entries.slice(0, limit)
    const nextCursor = entries.length > limit ? (requests.at(-1)?.id ?? null) : null
    return { requests, nextCursor, isOn: log.isOn }
  },
)
