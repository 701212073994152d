import type { Env } from '../settings/env.ts'
import { fixedKeys, type KeyRing, keyFileOf, keysInFile } from './key-ring.ts'
import { readSecretKey } from './secret-key.ts'

/** The keys from the settings, else those in the data folder, where the first is created if there is none. */
export async function openKeyRing(
  { secretKey, oldSecretKeys }: Pick<Env, 'secretKey' | 'oldSecretKeys'>,
  dataDir: string,
): Promise<KeyRing> {
  if (secretKey !== undefined) return fixedKeys([secretKey, ...oldSecretKeys])
  await readSecretKey(undefined, dataDir)
  return keysInFile(keyFileOf(dataDir))
}
