import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import { countSignedBefore, markRotated } from '../../foundation/durable/call-signing-store.ts'
import type { Database } from '../../foundation/platform/database.ts'
import { type KeyRing, keyFileOf, writeKeys } from '../../foundation/secrets/key-ring.ts'
import { openKeyRing } from '../../foundation/secrets/open-key-ring.ts'
import { countByKey, reseal, surveySealed } from '../../foundation/secrets/reseal.ts'
import { lockRotation, waitForOlderWrites } from '../../foundation/secrets/rotation-store.ts'
import { openVault } from '../../foundation/secrets/vault.ts'
import { type Env, readEnv } from '../../foundation/settings/env.ts'
import type { Command } from '../context/command.ts'
import { usePlatform } from '../context/use-platform.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

interface Keys {
  db: Database
  ring: KeyRing
  /** The file with the keys; undefined if they are in the settings. */
  file: string | undefined
}

async function openKeys(env: Env, db: Database): Promise<Keys> {
  const dataDir = resolve(env.dataDir)
  const ring = await openKeyRing(env, dataDir)
  return { db, ring, file: env.secretKey === undefined ? keyFileOf(dataDir) : undefined }
}

async function status({ db, ring, file }: Keys): Promise<number> {
  const { uses, unreadable } = await countByKey(db, ring.keys())
  say(`Keys from ${file === undefined ? 'the settings' : 'the data folder'}:`)
  for (const [at, { name, values }] of uses.entries()) {
    say(`${name}  ${at === 0 ? 'current' : 'older  '}  seals ${values} values`)
  }
  if (unreadable > 0) say(`${unreadable} values could not be opened by any of these keys.`)
  const waiting = await countSignedBefore(db)
  if (waiting > 0) say(`${waiting} runs or tasks from before the last rotation are not over.`)
  return 0
}

/**
 * Seals every value with the current key. Keys in the data folder get a new current one first, unless an interrupted
 * rotation left values to seal; a key from the settings is changed by the operator beforehand.
 */
async function rotate({ db, ring, file }: Keys): Promise<number> {
  const { older } = await surveySealed({ db, vault: openVault(ring) })
  if (file !== undefined && older === 0) {
    writeKeys(file, [randomBytes(32).toString('base64url'), ...ring.keys()])
    ring.refresh()
  } else if (file !== undefined) say('Continuing an interrupted rotation.')
  const { current, resealed, unreadable } = await reseal({ db, vault: openVault(ring) })
  await markRotated(db)
  say(`${current} values are sealed by the current key, ${resealed} of them sealed again.`)
  if (unreadable > 0) say(`${unreadable} could not be opened by any key and were left as they are.`)
  say(
    'Older keys still open older copies of the database. Once none is needed: plinth-server keys forget',
  )
  return 0
}

async function forget({ db, ring, file }: Keys): Promise<number> {
  await waitForOlderWrites(db)
  const { older } = await surveySealed({ db, vault: openVault(ring) })
  if (older > 0) {
    say(`${older} values are still sealed by an older key. Run plinth-server keys rotate first.`)
    return 1
  }
  const waiting = await countSignedBefore(db)
  if (waiting > 0) {
    say(
      `${waiting} runs or tasks from before the last rotation are not over and may need an older key. ` +
        'Wait for them or cancel them, then try again.',
    )
    return 1
  }
  if (file !== undefined) writeKeys(file, ring.keys().slice(0, 1))
  say(
    file !== undefined
      ? 'Older keys are gone. Secrets in older copies of the database cannot be opened any more.'
      : 'Nothing needs an older key: take PLINTH_OLD_SECRET_KEYS out of the settings of every host.',
  )
  return 0
}

const ACTS: ReadonlyMap<string, (keys: Keys) => Promise<number>> = new Map([
  ['status', status],
  ['rotate', rotate],
  ['forget', forget],
])

export const keysCommand: Command = {
  usage: 'keys status | rotate | forget',
  summary:
    'Counts what each secret key seals, seals every secret with the current key while the server runs, drops older keys',
  run: async ([act = '', ...more]) => {
    const perform = ACTS.get(act)
    if (!perform || more.length > 0) throw new Error(`plinth-server ${keysCommand.usage}`)
    const env = readEnv([])
    return usePlatform(async (db) => {
      if (act !== 'status' && !(await lockRotation(db))) {
        say('Another rotation is under way. Wait for it to end.')
        return 1
      }
      return perform(await openKeys(env, db))
    })
  },
}
