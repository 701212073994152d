import { chownSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keysInFile, writeKeys } from './key-ring.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plinth-keys-'))
  file = join(folder, 'secret.key')
  writeFileSync(file, 'one', { mode: 0o600 })
})
afterEach(() => rmSync(folder, { recursive: true }))

test('new keys are readable by the owner of the old ones', () => {
  // Only the superuser can give a file away.
  const owner = process.getuid?.() === 0 ? 12_345 : (process.getuid?.() ?? 0)
  chownSync(file, owner, statSync(file).gid)
  writeKeys(file, ['two', 'one'])
  const { uid, mode } = statSync(file)
  expect({ uid, mode: mode & 0o777 }).toEqual({ uid: owner, mode: 0o600 })
})

test('keys that cannot be read fail every time, and are taken as soon as they can be', () => {
  const ring = keysInFile(file)
  rmSync(file)
  // Reading a folder fails, for the superuser too.
  mkdirSync(file)
  expect(() => ring.refresh()).toThrow()
  expect(() => ring.refresh()).toThrow()
  rmSync(file, { recursive: true })
  writeFileSync(file, 'two\none', { mode: 0o600 })
  expect(ring.refresh()).toBe(true)
  expect(ring.keys()).toEqual(['two', 'one'])
})
