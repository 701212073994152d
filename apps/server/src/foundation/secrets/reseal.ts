import type { Database, Queryable } from '../platform/database.ts'
import { deriveKeys, fixedKeys } from './key-ring.ts'
import { listSealed, replaceSealed, SEALED_PLACES, type SealedPlace } from './sealed-store.ts'
import { openVault, type Vault } from './vault.ts'

/** How many values the current key opens, an older key opens, and no key opens. */
export interface Survey {
  current: number
  older: number
  unreadable: number
}

const MAX_PASSES = 20

function openIfPossible(vault: Vault, value: { sealed: Buffer; binding: string[] }) {
  try {
    return vault.open(value.sealed, value.binding)
  } catch {
    return undefined
  }
}

/** Counts all sealed values and calls `onOlder` for each that an older key opens. */
export async function surveySealed(
  { db, vault }: { db: Queryable; vault: Vault },
  onOlder?: (
    column: SealedPlace,
    value: { key: string[]; sealed: Buffer; binding: string[]; secret: string },
  ) => Promise<void>,
): Promise<Survey> {
  const found: Survey = { current: 0, older: 0, unreadable: 0 }
  for (const column of SEALED_PLACES) {
    for await (const value of listSealed(db, column)) {
      if (vault.isCurrent(value.sealed, value.binding)) {
        found.current += 1
        continue
      }
      const secret = openIfPossible(vault, value)
      if (secret === undefined) found.unreadable += 1
      else {
        found.older += 1
        await onOlder?.(column, { ...value, secret })
      }
    }
  }
  return found
}

/** A key of the ring and the number of values that it still seals. */
interface KeyUse {
  /** Names the key without revealing it. */
  name: string
  values: number
}

/** How many values each key seals, in the order of the keys, and how many no key opens. */
export async function countByKey(
  db: Database,
  keys: readonly string[],
): Promise<{ uses: KeyUse[]; unreadable: number }> {
  const names = deriveKeys(fixedKeys(keys), 'key name')
  const uses = names.map((name) => ({ name: name.toString('hex').slice(0, 8), values: 0 }))
  const vaults = keys.map((key) => openVault(key))
  let unreadable = 0
  for (const column of SEALED_PLACES) {
    for await (const { sealed, binding } of listSealed(db, column)) {
      const use = uses[vaults.findIndex((vault) => vault.isCurrent(sealed, binding))]
      if (use) use.values += 1
      else unreadable += 1
    }
  }
  return { uses, unreadable }
}

/** Seals every value with the current key, one at a time: it blocks no requests, and a repeat resumes where it stopped. */
export async function reseal(parts: {
  db: Queryable
  vault: Vault
}): Promise<Survey & { resealed: number }> {
  const { db, vault } = parts
  let resealed = 0
  for (let pass = 1; pass <= MAX_PASSES; pass += 1) {
    const found = await surveySealed(parts, async (place, { key, sealed, binding, secret }) => {
      const to = vault.seal(secret, binding)
      if (await replaceSealed(db, { column: place, key, from: sealed, to })) resealed += 1
    })
    if (found.older === 0) return { ...found, resealed }
  }
  throw new Error(
    'Values are still being written with an older key: do all processes have the new one?',
  )
}
