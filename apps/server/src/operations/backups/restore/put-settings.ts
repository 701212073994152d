import type { Transaction } from '../../../foundation/platform/database.ts'
import { newId } from '../../../foundation/platform/new-id.ts'
import type { Vault } from '../../../foundation/secrets/vault.ts'
import type { Env } from '../../../foundation/settings/env.ts'
import { addConstant, selectConstants } from '../../../projects/constants/constant-store.ts'
import { openConstant, sealConstant } from '../../../projects/constants/seal-constant.ts'
import { isOwnHost } from '../../../projects/domains/check-host.ts'
import { addDomain, selectProvedHosts } from '../../../projects/domains/domain-store.ts'
import { isExempt } from '../../../projects/domains/prove-host.ts'
import {
  addCredential,
  findSealed,
  saveSecrets,
  selectCredentials,
} from '../../../workflows/credentials/credential-store.ts'
import { openFingerprints } from '../../../workflows/credentials/fingerprint.ts'
import { hostsOf } from '../../../workflows/credentials/hosts-of.ts'
import { sealSecrets, secretBinding } from '../../../workflows/credentials/seal-secrets.ts'
import {
  type CredentialData,
  replaceSecrets,
} from '../../../workflows/credentials/secret-fields.ts'
import type { ArchivedCredential, EnvironmentPart, SecretsPart } from '../archive/project-parts.ts'
import type { VerifiedArchive } from './verify-archive.ts'

export interface Settings {
  vault: Vault
  env: Env
  archive: VerifiedArchive
  part: EnvironmentPart
  projectId: string
  environmentId: string
  /** New credential ids by those in the archive. */
  ids: Map<string, string>
  isSameProject: boolean
  left: string[]
}

/** Current secrets of the environment, for those that the archive lacks. */
export interface PresentSecrets {
  credentials: Map<string, { data: CredentialData; fields: Map<string, string> }>
  constants: Map<string, string>
  provedHosts: string[]
}

const nameOf = ({ type, name }: { type: string; name: string }) => `${type}/${name}`

export async function readPresentSecrets(
  transaction: Transaction,
  { vault, projectId, environmentId }: Pick<Settings, 'vault' | 'projectId' | 'environmentId'>,
): Promise<PresentSecrets> {
  const provedHosts = await selectProvedHosts(transaction, environmentId)
  const present: PresentSecrets = { credentials: new Map(), constants: new Map(), provedHosts }
  for (const { id, data, ...named } of await selectCredentials(transaction, projectId)) {
    if (named.environmentId !== environmentId) continue
    const key = { projectId, environmentId, credentialId: id }
    const sealed = (await findSealed(transaction, key))?.sealed ?? new Map<string, Buffer>()
    const fields = [...sealed].map(([field, secret]): [string, string] => [
      field,
      vault.open(secret, secretBinding(key, field)),
    ])
    present.credentials.set(nameOf(named), { data, fields: new Map(fields) })
  }
  for (const { id, key, sealed, environmentId: own } of await selectConstants(
    transaction,
    projectId,
  )) {
    if (own !== environmentId || !sealed) continue
    const value = openConstant(vault, sealed, { projectId, environmentId, constantId: id })
    present.constants.set(key, value)
  }
  return present
}

/** The archive's secrets, if it holds those of this environment. */
function archivedSecrets(
  { secrets }: VerifiedArchive,
  { name }: EnvironmentPart,
): SecretsPart | undefined {
  return secrets?.constants[name] && secrets
}

/**
 * The secrets of a credential: the archive's, else the current ones if the credential may be sent to no new
 * host.
 */
function secretsOf(
  credential: ArchivedCredential,
  { archived, present }: { archived: SecretsPart | undefined; present: PresentSecrets | undefined },
): ReadonlyMap<string, string> {
  if (archived) return new Map(Object.entries(archived.credentials[credential.id] ?? {}))
  const known = present?.credentials.get(nameOf(credential))
  if (!known) return new Map()
  const allowed = new Set(hostsOf(credential.type, known.data))
  const goes = hostsOf(credential.type, credential.data)
  return goes.every((host) => allowed.has(host)) ? known.fields : new Map()
}

export async function putCredentials(
  transaction: Transaction,
  { settings, present }: { settings: Settings; present: PresentSecrets | undefined },
): Promise<void> {
  const { vault, archive, part, projectId, environmentId, ids, left } = settings
  const archived = archivedSecrets(archive, part)
  const without: string[] = []
  for (const credential of part.credentials) {
    const id = settings.isSameProject ? credential.id : newId('crd')
    ids.set(credential.id, id)
    const { name, type } = credential
    const secrets = secretsOf(credential, { archived, present })
    let lacks = false
    const data = replaceSecrets(credential, (field) => {
      const secret = secrets.get(field)
      lacks ||= secret === undefined
      return secret ?? ''
    })
    if (lacks) without.push(name)
    const fingerprint = await openFingerprints(transaction, { vault, projectId, type })
    const key = { projectId, environmentId, credentialId: id }
    const sealed = sealSecrets(vault, { type, data, key, fingerprint, before: undefined })
    await addCredential(transaction, { id, environmentId, name, type, data: sealed.data })
    await saveSecrets(transaction, { id, ...sealed })
  }
  if (without.length > 0)
    left.push(`Credentials of ${part.name} to be filled in again: ${without.join(', ')}.`)
}

export async function putConstants(
  transaction: Transaction,
  { settings, present }: { settings: Settings; present: PresentSecrets | undefined },
): Promise<void> {
  const { vault, archive, part, projectId, environmentId, left } = settings
  const without: string[] = []
  for (const { key, value } of part.constants) {
    const id = newId('cst')
    const put = { id, key, environmentId }
    if (value !== null) {
      await addConstant(transaction, { ...put, value, sealed: null })
      continue
    }
    const secret = archive.secrets?.constants[part.name]?.[key] ?? present?.constants.get(key)
    if (secret === undefined) without.push(key)
    else {
      const sealed = sealConstant(vault, secret, { projectId, environmentId, constantId: id })
      await addConstant(transaction, { ...put, value: null, sealed })
    }
  }
  if (without.length > 0)
    left.push(`Secret constants of ${part.name} to be made again: ${without.join(', ')}.`)
}

/** Domains keep the proof that they have in this environment; others wait for one. */
export async function putDomains(
  transaction: Transaction,
  { settings, present }: { settings: Settings; present: PresentSecrets | undefined },
): Promise<void> {
  const { env, part, environmentId, left } = settings
  const taken: string[] = []
  for (const host of part.domains) {
    const proved = isExempt(env, host) || (present?.provedHosts.includes(host) ?? false)
    const problem = proved ? '' : 'Not checked yet.'
    const put = { id: newId('dom'), host, environmentId, proved, problem }
    const added = isOwnHost(env, host) ? undefined : await addDomain(transaction, put)
    if (!added) taken.push(host)
  }
  if (taken.length > 0) left.push(`Domains that another project has: ${taken.join(', ')}.`)
}
