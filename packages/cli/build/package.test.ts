import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { publint } from 'publint'
import { expect, test } from 'vitest'
import { buildPackage } from './build-package.ts'

test('is one script without dependencies, and publint finds nothing to complain about', async () => {
  const out = await mkdtemp(join(tmpdir(), 'plinth-cli-package-'))
  try {
    await buildPackage(out)
    const manifest = JSON.parse(await readFile(join(out, 'package.json'), 'utf8'))
    expect(manifest).not.toHaveProperty('dependencies')
    expect(manifest).not.toHaveProperty('private')
    expect(manifest.bin).toEqual({ plinth: './plinth.js' })
    expect(await readFile(join(out, 'plinth.js'), 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/)
    const { messages } = await publint({ pkgDir: out, strict: true })
    expect(messages).toEqual([])
  } finally {
    await rm(out, { recursive: true, force: true })
  }
}, 30_000)
