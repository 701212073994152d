import type { EnvironmentName } from '@plinth/contract'
import type { RowSnapshot } from '../../../databases/engine/row-snapshot.ts'
import type { Queryable } from '../../../foundation/platform/database.ts'
import { findConfiguration } from '../../../projects/configuration/configuration-store.ts'
import { readConfiguration } from '../../../projects/configuration/configuration-text.ts'
import { selectConstants } from '../../../projects/constants/constant-store.ts'
import { openConstant } from '../../../projects/constants/seal-constant.ts'
import { selectDomains } from '../../../projects/domains/domain-store.ts'
import { selectOrigins } from '../../../projects/origins/origin-store.ts'
import { findSealed, selectCredentials } from '../../../workflows/credentials/credential-store.ts'
import { secretBinding } from '../../../workflows/credentials/seal-secrets.ts'
import { replaceSecrets } from '../../../workflows/credentials/secret-fields.ts'
import type { OperationsContext } from '../../context.ts'
import type { EnvironmentPart, SecretsPart } from '../archive/project-parts.ts'
import { findRunRetention } from './project-store.ts'

export interface Taken {
  projectId: string
  environmentId: string
  name: EnvironmentName
  snapshot: RowSnapshot
}

/** Everything about an environment but its rows, workflows and files. */
export async function readEnvironment(
  on: Queryable,
  { projectId, environmentId, name, snapshot }: Taken,
): Promise<EnvironmentPart> {
  const stored = await findConfiguration(on, { projectId, environment: name })
  if (!stored) throw new Error('The project no longer exists')
  const credentials = await selectCredentials(on, projectId)
  const domains = await selectDomains(on, projectId)
  const origins = await selectOrigins(on, projectId)
  const constants = await selectConstants(on, projectId)
  const isOwn = (each: { environmentId: string }) => each.environmentId === environmentId
  return {
    name,
    database: snapshot.applied.database,
    draft: readConfiguration(stored.newText),
    applied: snapshot.applied,
    domains: domains
      .filter(({ environment_id }) => environment_id === environmentId)
      .map(({ domain_name }) => domain_name),
    allowedOrigins: origins
      .filter(isOwn)
      .map(({ origins, allowsLocal }) => ({ origins, allowsLocal }))[0],
    constants: constants.filter(isOwn).map(({ key, value }) => ({ key, value })),
    credentials: credentials
      .filter(isOwn)
      .reverse()
      .map(({ id, name, type, data }) => ({
        id,
        name,
        type,
        data: replaceSecrets({ type, data }, () => 'secret'),
      })),
    runRetention: await findRunRetention(on, environmentId),
  }
}

/** Every secret of an environment, decrypted; only ever written encrypted with a passphrase. */
export async function addSecrets(
  { on, vault }: { on: Queryable; vault: OperationsContext['vault'] },
  { taken: { projectId, environmentId, name }, into }: { taken: Taken; into: SecretsPart },
): Promise<void> {
  for (const { id, environmentId: own } of await selectCredentials(on, projectId)) {
    if (own !== environmentId) continue
    const key = { projectId, environmentId, credentialId: id }
    const sealed = (await findSealed(on, key))?.sealed ?? new Map<string, Buffer>()
    into.credentials[id] = Object.fromEntries(
      [...sealed].map(([field, secret]) => [field, vault.open(secret, secretBinding(key, field))]),
    )
  }
  const constants: Record<string, string> = {}
  for (const constant of await selectConstants(on, projectId)) {
    const { id, key, sealed } = constant
    if (constant.environmentId !== environmentId || !sealed) continue
    constants[key] = openConstant(vault, sealed, { projectId, environmentId, constantId: id })
  }
  into.constants[name] = constants
}
