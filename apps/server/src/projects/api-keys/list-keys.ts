import { listKeys as endpoint } from '@plinth/contract'
import { listStoredKeys } from '../../foundation/callers/api-key-store.ts'
import { route } from '../../foundation/http/calls/route.ts'
import type { ProjectsContext } from '../context.ts'
import { readApplied, toKey } from './to-key.ts'

export const listKeys = route(endpoint, async ({ project }, { db }: ProjectsContext) => {
  const projectId = project.id
  const [stored, dev, production] = await Promise.all([
    listStoredKeys(db, projectId),
    readApplied(db, { projectId, environment: 'dev' }),
    readApplied(db, { projectId, environment: 'production' }),
  ])
  const applied = { dev, production }
  return { keys: stored.map((key) => toKey(key, applied[key.environment])) }
})
