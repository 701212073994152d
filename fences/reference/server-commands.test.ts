import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

test('the page lists every command of the server', () => {
  const program = read('apps/server/src/app/plinth-server.ts')
  const commands = [...program.matchAll(/import\('\.\/commands\/([a-z-]+)-command\.ts'\)/g)]
  const rows = [
    ...read('docs/guide/server-commands.md').matchAll(/^\| `npx plinth-server ([a-z-]+)/gm),
  ]
  const names = (found: RegExpMatchArray[]) =>
    [...new Set(found.map(([, name]) => name))].toSorted()
  expect(names(commands).length).toBeGreaterThan(10)
  expect(names(rows)).toEqual(names(commands))
})
