import { CONFIGURATION_VERSION, Configuration, runMigration as endpoint } from '@plinth/contract'
import { PROVISION_VERSION } from '../../databases/engine/database-engine.ts'
import { route } from '../../foundation/http/calls/route.ts'
import { readStoredObject } from '../../foundation/platform/stored-json.ts'
import { toConfigurationText } from '../configuration/configuration-text.ts'
import type { ProjectsContext } from '../context.ts'
import { markPlaced } from '../environments/environment-store.ts'
import {
  countProjects,
  findOldConfigurations,
  lockNextOutdated,
  raiseConfiguration,
} from './migration-store.ts'

interface Outcome {
  changed: Set<string>
  failed: Set<string>
  databases: number
}

/** Upgrades configurations of an older version, one at a time, so that a repeat resumes. */
async function raiseConfigurations(
  { db, log }: ProjectsContext,
  { organisationId, outcome }: { organisationId: string; outcome: Outcome },
): Promise<void> {
  const newest = CONFIGURATION_VERSION
  for (const old of await findOldConfigurations(db, { organisationId, newest })) {
    const stored = readStoredObject(old.text, 'configuration')
    const parsed = Configuration.safeParse({ ...stored, version: newest })
    if (parsed.success) {
      await raiseConfiguration(db, { ...old, raised: toConfigurationText(parsed.data) })
      outcome.changed.add(old.projectId)
    } else {
      log.warn({ environment: old.environmentId }, 'migration: configuration upgrade failed')
      outcome.failed.add(old.projectId)
    }
  }
}

/** Provisions the next outdated database. Its locked row is the lease, so that concurrent runs never share one. */
async function provisionNext(
  { db, engines, log }: ProjectsContext,
  options: { organisationId: string; after: string; outcome: Outcome },
): Promise<string | undefined> {
  const { organisationId, after, outcome } = options
  return db.transaction(async (transaction) => {
    const newest = PROVISION_VERSION
    const owed = await lockNextOutdated(transaction, { organisationId, newest, after })
    if (!owed) return undefined
    const { placement, projectId } = owed
    const { environmentId } = placement
    try {
      await engines[placement.engine].provision(placement)
    } catch (error) {
      log.warn({ err: error, environmentId }, 'migration: provisioning a database failed')
      outcome.failed.add(projectId)
      return environmentId
    }
    await markPlaced(transaction, environmentId)
    outcome.changed.add(projectId)
    outcome.databases += 1
    return environmentId
  })
}

/** Upgrades all stored configurations and databases to this build, one at a time. Idempotent. */
export const runMigration = route(endpoint, async ({ staff, mutate }, context: ProjectsContext) => {
  const { organisationId } = staff
  const outcome: Outcome = { changed: new Set(), failed: new Set(), databases: 0 }
  await raiseConfigurations(context, { organisationId, outcome })
  for (let after: string | undefined = ''; after !== undefined; ) {
    after = await provisionNext(context, { organisationId, after, outcome })
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
