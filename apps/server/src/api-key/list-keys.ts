import { listKeys as endpoint } from '@plinth/contract'
import { route } from '../http/route.ts'
import { listStoredKeys } from '../platform/api-key-store.ts'
import { readApplied, toKey } from './to-key.ts'

export const listKeys = route(endpoint, async ({ project }, { db }) => {
  const projectId = project.id
  const [stored, dev, production] = await Promise.all([
    listStoredKeys(db, projectId),
    readApplied(db, { projectId, environment: 'dev' }),
    readApplied(db, { projectId, environment: 'production' }),
  ])
  const applied = { dev, production }
  return { keys: stored.map((key) => toKey(key, applied[key.environment])) }
})
