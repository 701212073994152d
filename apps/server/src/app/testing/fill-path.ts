import { randomUUID } from 'node:crypto'
import {
  createConstant,
  createCredential,
  createDomain,
  createKey,
  createSavedQuery,
  createTableView,
  createWorkflow,
  deleteProject,
  type Endpoint,
  executeWorkflow,
  inviteStaff,
  listEnvironments,
  listSessions,
  signIn,
  startBackup,
  syncDatabase,
} from '@plinth/contract'
import { newId } from '../../foundation/platform/new-id.ts'
import { applyTables } from '../../rows/testing/shelf.ts'
import {
  SAMPLE_TEST,
  storeSampleTest,
} from '../../workflows/workflow-tests/testing/store-sample-test.ts'
import {
  clientOf,
  guest,
  join,
  newProject,
  newStaff,
  type Person,
  theAdmin,
  withPlatform,
} from './people.ts'
import { runnable } from './runnable.ts'

interface Filling {
  projectId: string
  owner: Person
  /** The caller, for parameters that name its own resources. */
  caller: Person
}

async function devOf({ projectId, owner }: Filling): Promise<string> {
  const { environments } = await owner.client.call(listEnvironments, { params: { projectId } })
  return environments.find(({ name }) => name === 'dev')?.id ?? ''
}

async function newRun({ projectId, owner }: Filling): Promise<string> {
  const body = { name: randomUUID(), nodes: [], connections: [] }
  const { data } = await owner.client.call(createWorkflow, { params: { projectId }, body })
  const { data: executed } = await owner.client.call(executeWorkflow, {
    params: { projectId, workflowId: data.workflow.id },
    body: { nodes: [runnable('a', 'set')], edges: [] },
  })
  return executed.runId
}

/** Creates a real resource for each path parameter, so that 404 can only mean that access is denied. */
const FILLERS: readonly { part: string; fill: (filling: Filling) => Promise<string> }[] = [
  {
    part: '/member/{memberId}',
    fill: async ({ projectId }) => {
      const member = await newStaff()
      await join(member, { projectId, role: 'developer' })
      return member.id
    },
  },
  {
    part: '/domain/{domainId}',
    fill: async (filling) => {
      const { domain } = await filling.owner.client.call(createDomain, {
        params: { projectId: filling.projectId },
        body: { domain: `${randomUUID()}.example.com`, environment: await devOf(filling) },
      })
      return domain.id
    },
  },
  {
    part: '/constant/{id}',
    fill: async (filling) => {
      const { constant } = await filling.owner.client.call(createConstant, {
        params: { projectId: filling.projectId },
        body: { key: 'KEY', value: 'value', environment: await devOf(filling) },
      })
      return constant.id
    },
  },
  {
    part: '/key/{id}',
    fill: async ({ projectId, owner }) => {
      await applyTables({ projectId, owner, database: 'sqlite3', tables: [{ id: 't', name: 't' }] })
      const tables = [{ table: 't', operations: ['list' as const] }]
      const body = { name: 'Filled', environment: 'dev' as const, tables }
      const { key } = await owner.client.call(createKey, { params: { projectId }, body })
      return key.id
    },
  },
  {
    part: '/saved-query/{queryId}',
    fill: async ({ projectId, owner }) => {
      const body = { name: randomUUID(), sql: 'select 1' }
      const { query } = await owner.client.call(createSavedQuery, { params: { projectId }, body })
      return query.id
    },
  },
  {
    // Only its author or an owner may change it.
    part: '/view/{viewId}',
    fill: async ({ projectId, caller }) => {
      const view = { tableId: 't', name: randomUUID(), isShared: true, settings: {} }
      const made = await caller.client.call(createTableView, { params: { projectId }, body: view })
      return made.view.id
    },
  },
  {
    part: '/workflow/{workflowId}',
    fill: async ({ projectId, owner }) => {
      const body = { name: 'Filled', nodes: [], connections: [] }
      const { data } = await owner.client.call(createWorkflow, { params: { projectId }, body })
      await storeSampleTest(data.workflow.id)
      return data.workflow.id
    },
  },
  { part: '/test/{testId}', fill: async () => SAMPLE_TEST.id },
  { part: '/resume/{token}', fill: async () => 'a'.repeat(43) },
  { part: '/version/{revision}', fill: async () => '1' },
  { part: '/run/{runId}', fill: newRun },
  {
    part: '/approval/{approvalId}',
    fill: async (filling) => {
      const id = newId('apv')
      const runId = await newRun(filling)
      await withPlatform((client) =>
        client.query(
          `insert into approval (id, run_id, project_id, environment_id, step_key, node, title, details,
             fields, approvers, mode, quorum, escalation, awakeable, deadline_ms, deadline_at)
           select $1, id, project_id, environment_id, 'a', 'a', 'Filled', '', '[]', '{role:developer}',
             'any', 1, '{}', 'none', 1, now() + interval '1 day' from run where id = $2`,
          [id, runId],
        ),
      )
      return id
    },
  },
  {
    part: '/credential/{id}',
    fill: async ({ projectId, owner }) => {
      const body = { name: 'Filled', type: 'custom' as const, data: {} }
      const { credential } = await owner.client.call(createCredential, {
        params: { projectId },
        body,
      })
      return credential.id
    },
  },
  {
    part: '/release/{releaseId}',
    fill: async ({ projectId, owner }) => {
      const { release } = await owner.client.call(syncDatabase, { params: { projectId }, body: {} })
      return release.id
    },
  },
  {
    part: '/backup/{backupId}',
    fill: async ({ projectId, owner }) => {
      const { backup } = await owner.client.call(startBackup, { params: { projectId }, body: {} })
      return backup.id
    },
  },
  {
    part: '/restore/{restoreId}',
    fill: async ({ projectId, owner }) => {
      const id = newId('rst')
      await withPlatform((client) =>
        client.query(
          `insert into restore (id, project_id, organisation_id, target, environments, name, state,
             staff_id, by_name, request_id)
           select $1, $2, organisation_id, 'new', '[]', 'Filled', 'done', $3, 'x', 'x' from staff where id = $3`,
          [id, projectId, owner.id],
        ),
      )
      return id
    },
  },
  {
    part: '/deleted-project/{deletedProjectId}',
    fill: async ({ owner }) => {
      const projectId = await newProject(owner)
      await owner.client.call(deleteProject, { params: { projectId } })
      return projectId
    },
  },
  { part: '/staff/{staffId}', fill: async () => (await newStaff()).id },
  {
    part: '/invitation/{invitationId}',
    fill: async () => {
      const body = { email: `${randomUUID()}@example.com` }
      const { invitation } = await (await theAdmin()).client.call(inviteStaff, { body })
      return invitation.id
    },
  },
  { part: '/user/{userId}', fill: async ({ caller }) => caller.id },
  {
    part: '/personal-key/{personalKeyId}',
    fill: async ({ caller }) => {
      const id = newId('pky')
      await withPlatform((client) =>
        client.query(
          `insert into personal_key (id, staff_id, name, token_hash, project_ids, read_only, created_from)
           values ($1, $2, 'Filled', sha256(convert_to($1, 'UTF8')), '{}', true, '')`,
          [id, caller.id],
        ),
      )
      return id
    },
  },
  // Not a stored one: it would be a second factor of the admin, whom all test files sign in.
  { part: '/passkey/{passkeyId}', fill: async () => newId('psk') },
  {
    part: '/session/{sessionId}',
    fill: async ({ caller: { email, password } }) => {
      const { token } = await guest().call(signIn, { body: { email, password } })
      const { sessions } = await clientOf(token).call(listSessions)
      return sessions.find(({ current }) => current)?.id ?? ''
    },
  },
]

/** The path of an endpoint with existing resources as parameters. */
export async function fillPath(endpoint: Endpoint, filling: Filling): Promise<string> {
  let path = endpoint.path
    .replace('{projectId}', filling.projectId)
    // App users have no project here.
    .replace(/^(\/api\/auth\/[^/]+\/approval\/)\{approvalId\}/, `$1${newId('apv')}`)
  for (const { part, fill } of FILLERS) {
    if (path.includes(part)) {
      path = path.replace(part, part.replace(/\{\w+\}/, await fill(filling)))
    }
  }
  return path.replace(/\{\w+\}/g, 'none')
}
