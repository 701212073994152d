import { mkdtemp, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSecretKey } from './secret-key.ts'
import { openVault } from './vault.ts'

const vault = openVault('a secret of at least thirty-two characters')

test('opens what it sealed, and never produces the same ciphertext twice', () => {
  const sealed = vault.seal('s3cret ✓', ['credential', 'crd_1', 'apiKey'])
  expect(vault.open(sealed, ['credential', 'crd_1', 'apiKey'])).toBe('s3cret ✓')
  expect(sealed.equals(vault.seal('s3cret ✓', ['credential', 'crd_1', 'apiKey']))).toBe(false)
  expect(sealed.toString('latin1')).not.toContain('s3cret')
})

test('does not open with another binding, another key or a changed byte (R19)', () => {
  const sealed = vault.seal('s3cret', ['credential', 'crd_1', 'apiKey'])
  expect(() => vault.open(sealed, ['credential', 'crd_2', 'apiKey'])).toThrow()
  expect(() => vault.open(sealed, ['credential', 'crd_1apiKey'])).toThrow()
  expect(() =>
    openVault('another secret of thirty-two characters').open(sealed, [
      'credential',
      'crd_1',
      'apiKey',
    ]),
  ).toThrow()
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(() => vault.open(changed, ['credential', 'crd_1', 'apiKey'])).toThrow()
  }
})

test('creates a missing key once, also concurrently, in a private file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'plinth-key-'))
  const keys = await Promise.all(Array.from({ length: 20 }, () => readSecretKey(undefined, folder)))
  expect(new Set(keys).size).toBe(1)
  expect(keys[0]).toHaveLength(43)
  expect((await stat(join(folder, 'secret.key'))).mode & 0o777).toBe(0o600)
  expect(await readSecretKey('given', folder)).toBe('given')
})
