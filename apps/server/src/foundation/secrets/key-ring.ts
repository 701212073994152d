import { hkdfSync, randomBytes } from 'node:crypto'
import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The installation's keys: the first seals, every one opens. */
export interface KeyRing {
  keys(): readonly string[]
  /** Looks for keys that came or went since; true if there are others now. */
  refresh(): boolean
}

/** Keys that stay as they are for the life of the process. */
export function fixedKeys(keys: readonly string[]): KeyRing {
  return { keys: () => keys, refresh: () => false }
}

/** A key of 32 bytes for one purpose from each key of the ring, in its order. */
export function deriveKeys(ring: KeyRing, purpose: string): Buffer[] {
  return ring.keys().map((key) => Buffer.from(hkdfSync('sha256', key, 'plinth', purpose, 32)))
}

export const keyFileOf = (dataDir: string): string => join(dataDir, 'secret.key')

function readKeys(file: string): string[] {
  return readFileSync(file, 'utf8').split('\n').filter(Boolean)
}

/** Keys in a file, one on each line; a rotation replaces the file, and that shows in what it is. */
export function keysInFile(file: string): KeyRing {
  const mark = () => {
    const { ino, mtimeMs, size } = statSync(file)
    return `${ino} ${mtimeMs} ${size}`
  }
  let seen = mark()
  let keys = readKeys(file)
  return {
    keys: () => keys,
    refresh() {
      const now = mark()
      if (now === seen) return false
      seen = now
      keys = readKeys(file)
      return true
    },
  }
}

/** Replaces the file in one step, so that whoever reads it sees the old keys or the new ones. */
export function writeKeys(file: string, keys: readonly string[]): void {
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  writeFileSync(draft, keys.join('\n'), { mode: 0o600 })
  renameSync(draft, file)
}
