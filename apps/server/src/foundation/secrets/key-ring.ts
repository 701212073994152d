import { hkdfSync, randomBytes } from 'node:crypto'
import { chownSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The installation's keys: the first seals, every one opens. */
export interface KeyRing {
  keys(): readonly string[]
  /** Reloads the keys; true if they have changed. */
  refresh(): boolean
}

/** Keys that do not change during the life of the process. */
export function fixedKeys(keys: readonly string[]): KeyRing {
  return { keys: () => keys, refresh: () => false }
}

/** Derives a 32-byte key for one purpose from each key of the ring, in order. */
export function deriveKeys(ring: KeyRing, purpose: string): Buffer[] {
  return ring.keys().map((key) => Buffer.from(hkdfSync('sha256', key, 'plinth', purpose, 32)))
}

export const keyFileOf = (dataDir: string): string => join(dataDir, 'secret.key')

function readKeys(file: string): string[] {
  return readFileSync(file, 'utf8').split('\n').filter(Boolean)
}

/** Keys in a file, one per line; a rotation replaces the file, which is detected by inode, time and size. */
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
      // First the keys: a file that cannot be read must fail again, not count as seen.
      keys = readKeys(file)
      seen = now
      return true
    },
  }
}

/** Replaces the file atomically, so that readers see either the old keys or the new ones. It keeps its owner. */
export function writeKeys(file: string, keys: readonly string[]): void {
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  writeFileSync(draft, keys.join('\n'), { mode: 0o600 })
  const before = statSync(file, { throwIfNoEntry: false })
  if (before) chownSync(draft, before.uid, before.gid)
  renameSync(draft, file)
}
