import { randomUUID } from 'node:crypto'
import { deleteProject, saveSsoProvider } from '@plinth/contract'
import { startLogin } from '../../../accounts/personal-keys/testing/device-login.ts'
import { servePublishedMetadata } from '../../../accounts/sso/testing/published-metadata.ts'
import { createBackup } from '../../../operations/backups/testing/until-ended.ts'
import { appConfiguration, newApp, signUp } from '../../testing/app-tables.ts'
import { newProject, newStaff, type Person, theAdmin, withPlatform } from '../../testing/people.ts'
import { testServer } from '../../testing/test-server.ts'
import type { PreparedCall, ProofCase } from './proof-case.ts'
import { SECOND_FACTOR_CASES } from './second-factor-cases.ts'

const PASSPHRASE = 'a passphrase of a test'
const SCHEDULE = { cron: '0 3 * * *', timezone: 'UTC' }

async function inProject(more = ''): Promise<{ person: Person; projectId: string; path: string }> {
  const person = await newStaff()
  const projectId = await newProject(person)
  return { person, projectId, path: `/api/project/${projectId}${more}` }
}

async function backupOf(passphrase?: string): Promise<PreparedCall> {
  const { person, projectId, path } = await inProject()
  const body = passphrase === undefined ? {} : { passphrase }
  const { id } = await createBackup(person, { projectId, ...body })
  return { person, method: 'POST', path: `${path}/backup/${id}/download` }
}

async function profileWith(change: { email?: string }): Promise<PreparedCall> {
  const { person, path } = await inProject()
  const body = {
    email: person.email,
    ...{ first_name: 'Another', last_name: 'Name', password: null },
    currentPassword: person.password,
    ...change,
  }
  return { person, method: 'PUT', path: `${path}/user/${person.id}`, body }
}

/** Saves a provider of which only the metadata exist. */
async function saveOfProvider() {
  const issuer = await servePublishedMetadata(testServer().outside.sso)
  const body = {
    ...{ issuer, clientId: 'plinth', clientSecret: 'secret', name: 'Example ID' },
    ...{ domains: [], verifiedClaim: 'email_verified' },
  }
  return { method: 'PUT' as const, path: '/api/sso/provider', body }
}

const connectIdentity = (staffId: string) =>
  withPlatform((on) =>
    on.query(
      `insert into staff_identity (issuer, subject, staff_id) values ('https://id.example', $1, $1)`,
      [staffId],
    ),
  )

/** The sensitive acts: refused without a recent proof. */
export const SENSITIVE_CASES: readonly ProofCase[] = [
  {
    ...{ name: 'erase an app user', endpoint: 'eraseAppUser', status: 200 },
    prepare: async () => {
      const person = await newStaff()
      const projectId = await newApp(person, appConfiguration('sqlite3'))
      const { user, email } = await signUp(projectId)
      const path = `/api/project/${projectId}/app-user/${user.id}/erasure`
      const place = { environment: 'dev', tableId: 'people' }
      return { person, method: 'POST', path, body: { ...place, email, deletes: 1 } }
    },
  },
  {
    ...{ name: 'act as an app user', endpoint: 'actAsAppUser', status: 200 },
    prepare: async () => {
      const person = await newStaff()
      const projectId = await newApp(person, appConfiguration('sqlite3'))
      const { user } = await signUp(projectId)
      const path = `/api/project/${projectId}/app-user/${user.id}/act-as`
      const body = { environment: 'dev', tableId: 'people', reason: 'support' }
      return { person, method: 'POST', path, body }
    },
  },
  {
    ...{ name: 'deploy', endpoint: 'deployDatabase', status: 200 },
    prepare: async () => {
      const { projectId } = await inProject()
      const path = `/api/database/${projectId}/deploy`
      return { person: await theAdmin(), method: 'POST', path, body: {} }
    },
  },
  {
    ...{ name: 'delete a project', endpoint: 'deleteProject', status: 200 },
    prepare: async () => ({ ...(await inProject()), method: 'DELETE' }),
  },
  {
    ...{ name: 'erase a deleted project', endpoint: 'eraseProject', status: 200 },
    prepare: async () => {
      const { person: owner, projectId } = await inProject()
      await owner.client.call(deleteProject, { params: { projectId } })
      const path = `/api/deleted-project/${projectId}`
      return { person: await theAdmin(), method: 'DELETE', path }
    },
  },
  {
    ...{ name: 'create a key', endpoint: 'createKey', status: 201 },
    prepare: async () => {
      const person = await newStaff()
      const projectId = await newApp(person, appConfiguration('sqlite3'))
      const tables = [{ table: 'notes', operations: ['list'] }]
      const body = { name: 'Key', environment: 'dev', tables }
      return { person, method: 'POST', path: `/api/project/${projectId}/key`, body }
    },
  },
  {
    ...{ name: 'approve a device login', endpoint: 'approveDeviceLogin', status: 200 },
    prepare: async () => {
      const { person, projectId } = await inProject()
      const { userCode } = await startLogin()
      const body = { userCode, projectIds: [projectId] }
      return { person, method: 'POST', path: '/auth/device-login/approve', body }
    },
  },
  {
    ...{ name: 'start a backup with secrets', endpoint: 'startBackup', status: 202 },
    prepare: async () => ({
      ...(await inProject('/backup')),
      method: 'POST',
      body: { passphrase: PASSPHRASE },
    }),
  },
  {
    ...{ name: 'schedule backups with secrets', endpoint: 'saveBackupSchedule', status: 200 },
    prepare: async () => ({
      ...(await inProject('/backup-schedule')),
      method: 'PUT',
      body: { ...SCHEDULE, passphrase: PASSPHRASE },
    }),
  },
  {
    ...{ name: 'download a backup with secrets', endpoint: 'downloadBackup', status: 200 },
    prepare: () => backupOf(PASSPHRASE),
  },
  {
    ...{ name: 'set the identity provider', endpoint: 'saveSsoProvider', status: 200 },
    prepare: async () => ({ person: await theAdmin(), ...(await saveOfProvider()) }),
  },
  {
    ...{ name: 'set the groups of the identity provider', endpoint: 'saveSsoGroups', status: 200 },
    prepare: async () => ({
      person: await theAdmin(),
      ...{ method: 'PUT' as const, path: '/api/sso/groups', body: { rules: [] } },
    }),
  },
  {
    ...{ name: 'remove the identity provider', endpoint: 'deleteSsoProvider', status: 200 },
    prepare: async () => {
      const person = await theAdmin()
      const { path, body } = await saveOfProvider()
      await person.client.call(saveSsoProvider, { body })
      return { person, method: 'DELETE', path }
    },
  },
  {
    ...{ name: 'disconnect the own identity', endpoint: 'disconnectIdentity', status: 200 },
    prepare: async () => {
      const person = await newStaff()
      await connectIdentity(person.id)
      return { person, method: 'DELETE', path: '/api/sso/identity' }
    },
  },
  {
    ...{ name: 'connect the own identity', endpoint: 'startSsoConnection', status: 201 },
    prepare: async () => {
      const { body } = await saveOfProvider()
      await (await theAdmin()).client.call(saveSsoProvider, { body })
      return { person: await newStaff(), method: 'POST', path: '/api/sso/identity/start', body: {} }
    },
  },
  {
    ...{ name: "disconnect another's identity", endpoint: 'disconnectStaffIdentity', status: 200 },
    prepare: async () => {
      const { id } = await newStaff()
      await connectIdentity(id)
      return { person: await theAdmin(), method: 'DELETE', path: `/api/sso/staff/${id}/identity` }
    },
  },
  {
    ...{ name: 'change the email address', endpoint: 'saveProfile', status: 200 },
    prepare: () => profileWith({ email: `${randomUUID()}@example.com` }),
  },
  ...SECOND_FACTOR_CASES,
]

/** The same calls without what makes them sensitive: no proof is needed. */
export const HARMLESS_CASES: readonly ProofCase[] = [
  {
    ...{ name: 'start a backup without secrets', endpoint: 'startBackup', status: 202 },
    prepare: async () => ({ ...(await inProject('/backup')), method: 'POST', body: {} }),
  },
  {
    ...{ name: 'schedule backups without secrets', endpoint: 'saveBackupSchedule', status: 200 },
    prepare: async () => ({
      ...(await inProject('/backup-schedule')),
      method: 'PUT',
      body: SCHEDULE,
    }),
  },
  {
    ...{ name: 'download a backup without secrets', endpoint: 'downloadBackup', status: 200 },
    prepare: () => backupOf(),
  },
  {
    ...{ name: 'change the own name', endpoint: 'saveProfile', status: 200 },
    prepare: () => profileWith({}),
  },
]
