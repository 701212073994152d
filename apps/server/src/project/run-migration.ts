import { CONFIGURATION_VERSION, Configuration, runMigration as endpoint } from '@plinth/contract'
import { route } from '../http/route.ts'
import { toConfigurationText } from './configuration-text.ts'
import { countProjects, findOldConfigurations, raiseConfiguration } from './migration-store.ts'

/** Raises what is stored in an older form, one configuration at a time, so that a repeat goes on. */
export const runMigration = route(endpoint, async ({ staff, mutate }, { db, log }) => {
  const organisationId = staff.organisationId
  let migrated = 0
  let failed = 0
  for (const old of await findOldConfigurations(db, {
    organisationId,
    newest: CONFIGURATION_VERSION,
  })) {
    const parsed = Configuration.safeParse({
      ...JSON.parse(old.text),
      version: CONFIGURATION_VERSION,
    })
    if (parsed.success) {
      await raiseConfiguration(db, { ...old, raised: toConfigurationText(parsed.data) })
      migrated += 1
    } else {
      log.warn({ environment: old.environmentId }, 'a configuration could not be raised')
      failed += 1
    }
  }
  return mutate(async (transaction) => {
    const answer = { projects: await countProjects(transaction, organisationId), migrated, failed }
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
