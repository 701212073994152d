import { DEFAULT_REGION, createProject as endpoint } from '@plinth/contract'
import { copyPreferences } from '../../accounts/preferences/preference-store.ts'
import type { Placement } from '../../databases/engine/database-engine.ts'
import { findProjectAccess } from '../../foundation/callers/access-store.ts'
import { addToOutbox, type OutboxEntry } from '../../foundation/durable/outbox-store.ts'
import { connectExternal } from '../../foundation/egress/connect-external.ts'
import type { Call } from '../../foundation/http/calls/call.ts'
import { route } from '../../foundation/http/calls/route.ts'
import { ApiError, invalid } from '../../foundation/http/errors/api-error.ts'
import type { Transaction } from '../../foundation/platform/database.ts'
import { newId } from '../../foundation/platform/new-id.ts'
import { addConfiguration, findConfiguration } from '../configuration/configuration-store.ts'
import {
  type ConfigurationText,
  emptyConfiguration,
  readConfiguration,
  toConfigurationText,
} from '../configuration/configuration-text.ts'
import type { ProjectsContext } from '../context.ts'
import { addEnvironment, isEnvironmentDeleted } from '../environments/environment-store.ts'
import {
  type PlaceRequest,
  placeEnvironment,
  placeOnExternal,
} from '../environments/place-environment.ts'
import { copySavedQueries } from '../saved-queries/query-copy-store.ts'
import { copyTableViews } from '../table-views/view-copy-store.ts'
import { describeConnectionError } from './describe-connection-error.ts'
import { addProject, findProject } from './project-store.ts'

type CreateCall = Call<typeof endpoint>

/** How long the answer waits for provisioning, which then continues in the background. */
const WAIT_MS = 10_000

interface Wanted {
  region: string
  draft: ConfigurationText
  dev: (place: () => Promise<Placement>) => Promise<Placement>
}

/** Reads the source of a cloned project and tests the connection before anything is written. */
async function readSource(call: CreateCall, context: ProjectsContext): Promise<Wanted> {
  const { body, staff } = call
  if (!body.cloned) {
    return {
      region: body.region,
      draft: emptyConfiguration(context.env.defaultEngine),
      dev: (place) => place(),
    }
  }
  const source = await findProjectAccess(context.db, { staff, projectId: body.projectId })
  const stored =
    source && (await findConfiguration(context.db, { projectId: source.id, environment: 'dev' }))
  if (!stored) throw invalid([{ path: 'projectId', message: 'There is no such project.' }])
  await tryConnection(body.connectionUrl, context)
  const configuration = readConfiguration(stored.newText)
  return {
    region: (await findProject(context.db, { id: body.projectId }))?.region ?? DEFAULT_REGION,
    draft: toConfigurationText({ ...configuration, database: 'postgres' }),
    dev: async () => placeOnExternal(context.vault, body.connectionUrl),
  }
}

/** The id of the environment that uses this database; empty if none does. */
async function findHolder(client: Awaited<ReturnType<typeof connectExternal>>): Promise<string> {
  const result = await client.query(`select to_regclass('public._plinth_meta') is not null as held`)
  if (!result.rows[0]?.held) return ''
  const held = await client.query(`select value from public._plinth_meta where key = 'environment'`)
  return String(held.rows[0]?.value ?? '')
}

async function tryConnection(url: string, { env, log, db }: ProjectsContext): Promise<void> {
  try {
    const client = await connectExternal(url, env.egress)
    const holder = await findHolder(client).finally(() => client.end())
    const isDeleted = await isEnvironmentDeleted(db, holder)
    if (isDeleted === false) throw new ApiError('invalid', 'Another project uses this database.')
    if (isDeleted) {
      throw new ApiError(
        'invalid',
        'A deleted project uses this database. An admin can restore it, or delete it now, under Deleted projects.',
      )
    }
  } catch (error) {
    log.info(
      { reason: error instanceof Error ? error.message : '' },
      'clone-project: connection test failed',
    )
    const message = error instanceof ApiError ? error.message : describeConnectionError(error)
    throw invalid([{ path: 'connectionUrl', message }])
  }
}

/** Copies what members arranged for themselves: queries, shared views, and the caller's own views. */
async function copyConsole(
  transaction: Transaction,
  copied: { from: string; to: string; staffId: string },
): Promise<void> {
  await copySavedQueries(transaction, copied)
  await copyTableViews(transaction, copied)
  await copyPreferences(transaction, copied)
}

async function write(
  transaction: Transaction,
  parts: { call: CreateCall; context: ProjectsContext; wanted: Wanted; projectId: string },
): Promise<OutboxEntry> {
  const { call, context, wanted, projectId } = parts
  const { staff, body } = call
  const added = await addProject(transaction, {
    id: projectId,
    organisationId: staff.organisationId,
    name: body.name,
    region: wanted.region,
    tableCount: wanted.draft.tableCount,
    ownerId: staff.id,
  })
  if (!added) throw new ApiError('conflict', 'A project with this name already exists.')
  const applied = emptyConfiguration(wanted.draft.database)
  for (const environment of ['dev', 'production'] as const) {
    const request: PlaceRequest = {
      engine: context.env.defaultEngine,
      region: wanted.region,
      organisationId: staff.organisationId,
      environment,
    }
    const place = () => placeEnvironment(transaction, { env: context.env, request })
    const placement = environment === 'dev' ? await wanted.dev(place) : await place()
    await addEnvironment(transaction, { projectId, name: environment, placement })
    await addConfiguration(transaction, {
      environmentId: placement.environmentId,
      draft: environment === 'dev' ? wanted.draft : applied,
      applied,
      staffId: staff.id,
    })
    if (environment === 'dev' && body.cloned) {
      const { environmentId } = placement
      const from = { projectId: body.projectId, environmentId, by: staff.email }
      await parts.context.projectWorkflows.clone(transaction, from)
    }
  }
  if (body.cloned)
    await copyConsole(transaction, { from: body.projectId, to: projectId, staffId: staff.id })
  return addToOutbox(transaction, { topic: 'provisionProject', key: projectId })
}

export const createProject = route(endpoint, async (call, context: ProjectsContext) => {
  const wanted = await readSource(call, context)
  let task: OutboxEntry | undefined
  const answer = await call.mutate(async (transaction) => {
    const projectId = newId('prj')
    task = await write(transaction, { call, context, wanted, projectId })
    return {
      answer: { projectId },
      audit: {
        action: call.body.cloned ? 'cloned' : 'created',
        entity: 'project',
        entityId: projectId,
        projectId,
        after: { name: call.body.name, region: wanted.region },
      },
    }
  })
  if (task) await context.durable.finish(task, WAIT_MS)
  return answer
})
