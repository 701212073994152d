import { openDatabase } from '../../../../foundation/platform/database.ts'
import { openKeyRing } from '../../../../foundation/secrets/open-key-ring.ts'
import { openVault } from '../../../../foundation/secrets/vault.ts'
import { openCredential } from '../../open-credential.ts'
import { accessTokenOf, type TokenContext } from '../access-token.ts'

/** A process that asks for one token many times at once, as a worker with many runs does. */

export interface AskOptions {
  databaseUrl: string
  dataDir: string
  allowed: string[]
  place: { projectId: string; environmentId: string; credentialId: string }
  times: number
}

const { databaseUrl, dataDir, allowed, place, times } = JSON.parse(
  process.argv[2] ?? '',
) as AskOptions
const db = openDatabase({ url: databaseUrl, maxConnections: 4, onError: () => undefined })
const vault = openVault(await openKeyRing({ secretKey: undefined, oldSecretKeys: [] }, dataDir))
const context = {
  db,
  vault,
  env: { egress: { allowed: new Set(allowed) } },
  log: { warn: () => undefined },
} as unknown as TokenContext

async function ask(): Promise<string> {
  const credential = await openCredential(context, place)
  if (!credential) throw new Error('The credential was not found')
  return accessTokenOf(context, { place, credential })
}

process.send?.('ready')
process.once('message', async () => {
  const asked = await Promise.allSettled(Array.from({ length: times }, ask))
  process.send?.(asked.map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason))))
  await db.close()
  process.disconnect()
})
