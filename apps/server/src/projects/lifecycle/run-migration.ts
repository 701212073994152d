import { CONFIGURATION_VERSION, Configuration, runMigration as endpoint } from '@plinth/contract'
import { PROVISION_VERSION } from '../../databases/engine/database-engine.ts'
import { route } from '../../foundation/http/calls/route.ts'
import { toConfigurationText } from '../configuration/configuration-text.ts'
import type { ProjectsContext } from '../context.ts'
import { markPlaced } from '../environments/environment-store.ts'
import {
  countProjects,
  findOldConfigurations,
  raiseConfiguration,
  takeOwed,
} from './migration-store.ts'

interface Outcome {
  changed: Set<string>
  failed: Set<string>
  databases: number
}

/** Raises what is stored in an older form, one configuration at a time, so that a repeat goes on. */
async function raiseConfigurations(
  { db, log }: ProjectsContext,
  { organisationId, outcome }: { organisationId: string; outcome: Outcome },
): Promise<void> {
  const newest = CONFIGURATION_VERSION
  for (const old of await findOldConfigurations(db, { organisationId, newest })) {
    const parsed = Configuration.safeParse({ ...JSON.parse(old.text), version: newest })
    if (parsed.success) {
      await raiseConfiguration(db, { ...old, raised: toConfigurationText(parsed.data) })
      outcome.changed.add(old.projectId)
    } else {
      log.warn({ environment: old.environmentId }, 'a configuration could not be raised')
      outcome.failed.add(old.projectId)
    }
  }
}

/** Gives one database what it lacks; its row is the lease, so that two of us never meet. */
async function payNext(
  { db, engines, log }: ProjectsContext,
  given: { organisationId: string; after: string; outcome: Outcome },
): Promise<string | undefined> {
  const { organisationId, after, outcome } = given
  return db.transaction(async (transaction) => {
    const newest = PROVISION_VERSION
    const owed = await takeOwed(transaction, { organisationId, newest, after })
    if (!owed) return undefined
    const { placement, projectId } = owed
    const { environmentId } = placement
    try {
      await engines[placement.engine].provision(placement)
    } catch (error) {
      log.warn({ err: error, environmentId }, 'a database could not be brought up to date')
      outcome.failed.add(projectId)
      return environmentId
    }
    await markPlaced(transaction, environmentId)
    outcome.changed.add(projectId)
    outcome.databases += 1
    return environmentId
  })
}

/** Brings everything stored to this build's form, one project at a time; safe to repeat. */
export const runMigration = route(endpoint, async ({ staff, mutate }, context: ProjectsContext) => {
  const { organisationId } = staff
  const outcome: Outcome = { changed: new Set(), failed: new Set(), databases: 0 }
  await raiseConfigurations(context, { organisationId, outcome })
  for (let after: string | undefined = ''; after !== undefined; ) {
    after = await payNext(context, { organisationId, after, outcome })
  }
  return mutate(async (transaction) => {
    const answer = {
      projects: await countProjects(transaction, organisationId),
      migrated: outcome.changed.size,
      failed: outcome.failed.size,
      databases: outcome.databases,
    }
    return {
      answer,
      audit: {
        action: 'ran the migration',
        entity: 'organisation',
        entityId: organisationId,
        after: answer,
      },
    }
  })
})
