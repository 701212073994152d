import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../apps/server/src/foundation/embedded/testing/free-port.ts'
import { expect, test } from '../harness/fixtures.ts'
import { product } from '../harness/product.ts'
import { followActs, type Reader } from './follow-acts.ts'
import { readQuickstart } from './read-quickstart.ts'
import { openTerminal } from './terminal.ts'

test.use({ who: 'nobody' })

const ROOT = join(import.meta.dirname, '../..')
const text = readFileSync(join(ROOT, 'docs/guide/quickstart.md'), 'utf8')

test('the quickstart works as written, from the running server on', async ({ page }) => {
  const [, ...sections] = readQuickstart(text)
  expect(sections).toHaveLength(4)
  const folder = mkdtempSync(join(tmpdir(), 'quickstart-'))
  symlinkSync(ROOT, join(folder, 'plinth'))
  const terminal = openTerminal(folder)
  const appPort = String(await freePort())
  const adapt = (written: string) =>
    written.replaceAll('http://localhost:4000', product().address).replaceAll('5173', appPort)
  const reader: Reader = { page, terminal, adapt }
  try {
    for (const acts of sections) await followActs(reader, acts)
  } finally {
    await terminal.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
