import type { EnvironmentName } from '@plinth/contract'
import { listStoredKeys } from '../../foundation/callers/api-key-store.ts'
import type { Database } from '../../foundation/platform/database.ts'
import { selectConstants } from '../../projects/constants/constant-store.ts'
import { selectDomains } from '../../projects/domains/domain-store.ts'
import { findProject } from '../../projects/lifecycle/project-store.ts'
import { selectSavedQueries } from '../../projects/saved-queries/saved-query-store.ts'
import { readWrittenViews, type WrittenView } from '../../projects/table-views/view-copy-store.ts'
import { selectCredentials } from '../../workflows/credentials/credential-store.ts'
import { listTestsTexts } from '../../workflows/definitions/tests-store.ts'
import { selectWorkflows } from '../../workflows/definitions/workflow-store.ts'
import { inSnapshot, listLiveEnvironments, listMemberships } from './export-store.ts'

/** The platform's data of a project, without secrets. */
export interface PlatformPart {
  readonly project: { readonly id: string; readonly name: string; readonly region: string }
  /** Texts of saved queries. */
  readonly queries: readonly { readonly name: string; readonly sql: string }[]
  /** Views that members share; private ones stay their authors'. */
  readonly views: readonly Omit<WrittenView, 'id' | 'isShared'>[]
  settingsOf(environment: EnvironmentName): object
  workflowsOf(
    environment: EnvironmentName,
  ): readonly { readonly id: string; readonly text: string }[]
}

/** Reads one snapshot; undefined if the project does not exist. */
export function readPlatform(db: Database, projectId: string): Promise<PlatformPart | undefined> {
  return inSnapshot(db, async (on) => {
    const environments = await listLiveEnvironments(on, projectId)
    const project = environments.length > 0 && (await findProject(on, { id: projectId }))
    if (!project) return undefined
    const members = await listMemberships(on, projectId)
    const domains = await selectDomains(on, projectId)
    const constants = await selectConstants(on, projectId)
    const credentials = await selectCredentials(on, projectId)
    const keys = await listStoredKeys(on, projectId)
    const workflows = await selectWorkflows(on, projectId)
    const testsOf = await listTestsTexts(on, projectId)
    const queries = await selectSavedQueries(on, projectId)
    const views: PlatformPart['views'][number][] = []
    for await (const view of readWrittenViews(on, { projectId, isShared: true })) {
      const { tableId, name: title, author, settings, filter } = view
      views.push({ tableId, name: title, author, settings, filter })
    }
    const { name, region } = project
    const named = { id: projectId, name, region }
    return {
      project: named,
      queries: queries.map((query) => ({ name: query.name, sql: query.sql })),
      views,
      settingsOf(environment) {
        const { id } = environments.find((each) => each.name === environment) ?? { id: '' }
        const isHere = (one: { environmentId: string }) => one.environmentId === id
        return {
          project: named,
          environment,
          members,
          domains: domains.filter((one) => one.environment_id === id).map((one) => one.domain_name),
          constants: constants
            .filter(isHere)
            .map(({ key, value }) => ({ key, value, isSecret: value === null })),
          credentials: credentials
            .filter(isHere)
            .map((one) => ({ ...nameOf(one), type: one.type })),
          keys: keys
            .filter(isHere)
            .map((one) => ({ ...nameOf(one), grants: one.grants, expiresOn: one.expiresAt })),
        }
      },
      workflowsOf: (environment) =>
        workflows
          .filter((one) => one.environment === environment)
          .map((one) => {
            const { id, active, nodes, connections, settings } = one
            const head = JSON.stringify({ id, name: one.name, active }).slice(0, -1)
            return {
              id,
              text: `${head},"nodes":${nodes},"connections":${connections},"settings":${settings},"tests":${testsOf.get(id) ?? '[]'}}\n`,
            }
          }),
    }
  })
}

const nameOf = ({ id, name }: { id: string; name: string }) => ({ id, name })
