import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { countSignedBefore, markRotated } from '../../foundation/durable/call-signing-store.ts'
import type { Database } from '../../foundation/platform/database.ts'
import { keyFileOf, writeKeys } from '../../foundation/secrets/key-ring.ts'
import { openKeyRing } from '../../foundation/secrets/open-key-ring.ts'
import { reseal, surveySealed } from '../../foundation/secrets/reseal.ts'
import { lockRotation, waitForOlderWrites } from '../../foundation/secrets/rotation-store.ts'
import { openVault } from '../../foundation/secrets/vault.ts'
import { type Env, readEnv } from '../../foundation/settings/env.ts'
import type { Command } from '../context/command.ts'
import { usePlatform } from '../context/use-platform.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

/** Replaces the key in the data folder; a key from the settings is changed by the operator beforehand. */
async function rotate(env: Env, db: Database): Promise<number> {
  const dataDir = resolve(env.dataDir)
  const ring = await openKeyRing(env, dataDir)
  if (env.secretKey === undefined) {
    const key = randomBytes(32).toString('base64url')
    writeKeys(keyFileOf(dataDir), [key, ...ring.keys()])
    ring.refresh()
  }
  const { current, resealed, unreadable } = await reseal({ db, vault: openVault(ring) })
  await markRotated(db)
  say(`${current} values are sealed by the current key, ${resealed} of them sealed again.`)
  if (unreadable > 0) say(`${unreadable} could not be opened by any key and were left as they are.`)
  say(
    'Older keys still open what is in older backups. Once none is needed: plinth rotate-key --forget',
  )
  return 0
}

async function forget(env: Env, db: Database): Promise<number> {
  const dataDir = resolve(env.dataDir)
  const ring = await openKeyRing(env, dataDir)
  await waitForOlderWrites(db)
  if ((await surveySealed({ db, vault: openVault(ring) })).older > 0) {
    say('Some values are still sealed by an older key. Run plinth rotate-key first.')
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
  const [current = ''] = ring.keys()
  if (env.secretKey === undefined) writeKeys(keyFileOf(dataDir), [current])
  say(
    env.secretKey === undefined
      ? 'Older keys are gone. Backups that were made with them cannot be opened any more.'
      : 'Nothing needs an older key: take PLINTH_OLD_SECRET_KEYS out of the settings.',
  )
  return 0
}

export const rotateKeyCommand: Command = {
  usage: 'rotate-key [--forget]',
  summary: 'Seals every secret with a new key while the server runs; --forget drops the older keys',
  run: async (args) => {
    const { values } = parseArgs({ args, options: { forget: { type: 'boolean' } } })
    const env = readEnv([])
    return usePlatform(async (db) => {
      if (!(await lockRotation(db))) {
        say('Another rotation is under way. Wait for it to end.')
        return 1
      }
      return values.forget ? forget(env, db) : rotate(env, db)
    })
  },
}
