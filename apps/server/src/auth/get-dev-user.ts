import { getDevUser as endpoint } from '@plinth/contract'
import { notFound } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import { findOrganisation } from './staff-store.ts'
import { toProfile } from './to-user.ts'

export const getDevUser = route(endpoint, async ({ staff }, { db }) => {
  const organisation = await findOrganisation(db, staff.organisationId)
  if (!organisation) throw notFound()
  return { user: toProfile(staff), organisation, owesTwoStep: staff.owesTwoStep }
})
