import { listPersonalKeys as endpoint } from '@plinth/contract'
import { selectPersonalKeys } from '../../foundation/callers/personal-key-store.ts'
import { route } from '../../foundation/http/calls/route.ts'
import type { AccountsContext } from '../context.ts'

export const listPersonalKeys = route(endpoint, async ({ staff }, { db }: AccountsContext) => {
  const keys = await selectPersonalKeys(db, staff)
  return {
    keys: keys.map(({ id, name, readOnly, projects, createdAt, createdFrom, lastUsedAt }) => ({
      ...{ id, name, readOnly, projects, createdFrom },
      createdOn: createdAt.toISOString(),
      lastUsedOn: lastUsedAt?.toISOString() ?? null,
    })),
  }
})
