import {
  type CredentialType,
  createCredential,
  listCredentials,
  updateCredential,
} from '@plinth/contract'
import { type Database, openDatabase } from '../../foundation/platform/database.ts'
import { openKeyRing } from '../../foundation/secrets/open-key-ring.ts'
import { openVault } from '../../foundation/secrets/vault.ts'
import { openCredential } from '../../workflows/credentials/open-credential.ts'
import { newProject, newStaff } from './people.ts'
import { testServer } from './test-server.ts'

interface Body {
  name: string
  type: CredentialType
  data: Record<string, never>
}

/** Fixture: a new project with helpers for its credentials. */
export async function credentialPlace() {
  const owner = await newStaff()
  const projectId = await newProject(owner)
  const params = { projectId }
  const { client } = owner
  const create = async (body: { name?: string; type?: CredentialType; data: object }) =>
    (
      await client.call(createCredential, {
        params,
        body: { name: 'Key', type: 'api-credential', ...body } as Body,
      })
    ).credential
  const update = async (
    id: string,
    body: { name?: string; type?: CredentialType; data: object },
    ifMatch?: number,
  ) =>
    (
      await client.call(updateCredential, {
        params: { projectId, id },
        body: { name: 'Key', type: 'api-credential', ...body } as Body,
        ...(ifMatch === undefined ? {} : { ifMatch }),
      })
    ).credential
  const list = async () => (await client.call(listCredentials, { params })).credentials
  return { client, projectId, params, create, update, list }
}

async function withVault<T>(
  use: (parts: { db: Database; vault: ReturnType<typeof openVault> }) => Promise<T>,
) {
  const { databaseUrl, dataDir } = testServer()
  const db = openDatabase({ url: databaseUrl, maxConnections: 1, onError: () => undefined })
  const vault = openVault(await openKeyRing({ secretKey: undefined, oldSecretKeys: [] }, dataDir))
  return use({ db, vault }).finally(() => db.close())
}

/** Decrypts a credential as a run would, in the credential's own environment. */
export function openFor(
  projectId: string,
  credential: { id: string; environment: { id: string } },
) {
  return withVault((parts) =>
    openCredential(parts, {
      projectId,
      environmentId: credential.environment.id,
      credentialId: credential.id,
    }),
  )
}
