import { saveConfiguration as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { ApiError, projectNotFound } from '../../foundation/http/errors/api-error.ts'
import { readJson } from '../../foundation/platform/stored-json.ts'
import { findConfiguration, saveDraft } from '../configuration/configuration-store.ts'
import { toConfigurationText } from '../configuration/configuration-text.ts'
import { refuseBadPatterns } from '../configuration/refuse-bad-patterns.ts'
import { touchProject } from './project-store.ts'

export const saveConfiguration = route(endpoint, ({ project, body, staff, request, mutate }) =>
  mutate(async (transaction) => {
    const stored = await findConfiguration(transaction, {
      projectId: project.id,
      environment: 'dev',
    })
    if (!stored) throw projectNotFound()
    refuseBadPatterns(body.newConfiguration)
    const draft = toConfigurationText(body.newConfiguration)
    const revision = await saveDraft(transaction, {
      environmentId: stored.environmentId,
      draft,
      staffId: staff.id,
      basedOn: request.ifMatch,
    })
    if (revision === undefined) {
      const theirs = await findConfiguration(transaction, {
        projectId: project.id,
        environment: 'dev',
      })
      throw new ApiError('stale', 'Another user saved this configuration first.', {
        details: {
          revision: theirs?.revision,
          theirs: theirs && readJson(theirs.newText),
          yours: body.newConfiguration,
        },
      })
    }
    await touchProject(transaction, { id: project.id, tableCount: draft.tableCount })
    return {
      answer: { revision },
      audit: {
        action: 'saved',
        entity: 'configuration',
        entityId: stored.environmentId,
        projectId: project.id,
        environment: 'dev',
        before: { revision: revision - 1 },
        after: { revision, digest: draft.digest },
      },
    }
  }),
)
