import { getDevUser as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { notFound } from '../../foundation/http/errors/api-error.ts'
import type { AccountsContext } from '../context.ts'
import { findOrganisation } from './staff-store.ts'
import { toProfile } from './to-user.ts'

export const getDevUser = route(endpoint, async ({ staff }, { db }: AccountsContext) => {
  const organisation = await findOrganisation(db, staff.organisationId)
  if (!organisation) throw notFound()
  return { user: toProfile(staff), organisation, mustSetUpTwoFactor: staff.mustSetUpTwoFactor }
})
