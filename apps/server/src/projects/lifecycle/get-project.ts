import { type EnvironmentName, getProject as endpoint, type RejectedQuery } from '@plinth/contract'
import { findRefusedQueries } from '../../databases/query-check/find-refused-queries.ts'
import { canReadProduction } from '../../foundation/http/access/production-read.ts'
import { JsonText } from '../../foundation/http/calls/call.ts'
import { route } from '../../foundation/http/calls/route.ts'
import { projectNotFound } from '../../foundation/http/errors/api-error.ts'
import { findAvailability } from '../availability/availability-store.ts'
import { toAvailability } from '../availability/change-availability.ts'
import { findConfiguration } from '../configuration/configuration-store.ts'
import { readConfiguration } from '../configuration/configuration-text.ts'
import type { ProjectsContext } from '../context.ts'
import { listWarnings } from '../usage/list-warnings.ts'
import { findProject } from './project-store.ts'

/** Stored configurations are JSON already and are sent unparsed. */
export const getProject = route(endpoint, async ({ project }, context: ProjectsContext) => {
  const { db } = context
  const [record, availability, budgetWarnings, dev, production] = await Promise.all([
    findProject(db, project),
    findAvailability(db, project.id),
    listWarnings(context, project.id),
    findConfiguration(db, { projectId: project.id, environment: 'dev' }),
    findConfiguration(db, { projectId: project.id, environment: 'production' }),
  ])
  if (!record || !availability || !dev || !production) throw projectNotFound()
  const plain = JSON.stringify({
    id: project.id,
    name: record.name,
    region: record.region,
    role: project.role,
    state: project.state,
    availability: toAvailability(availability),
    budgetWarnings,
    canReadProduction: canReadProduction(project),
    created_at: record.created_at,
    updated_at: record.updated_at,
  }).slice(0, -1)
  const refused = [
    ...(await listRefused('dev', dev.oldText)),
    ...(await listRefused('production', production.oldText)),
  ]
  const marks = refused.length > 0 ? `,"refusedQueries":${JSON.stringify(refused)}` : ''
  return new JsonText(
    `{"projectData":${plain},"configuration":{"new_configuration":${dev.newText},"old_configuration":${dev.oldText},"revision":${dev.revision}},"prodConfiguration":{"old_configuration":${production.oldText}}${marks}}}`,
  )
})

/** Only a configuration with Computed tables is parsed. */
async function listRefused(
  environment: EnvironmentName,
  applied: string,
): Promise<RejectedQuery[]> {
  if (!applied.includes('"Computed"')) return []
  const refused = await findRefusedQueries(readConfiguration(applied))
  return refused.map(({ tableId, table, reason }) => ({ environment, tableId, table, reason }))
}
