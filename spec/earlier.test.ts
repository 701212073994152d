import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readEarlier } from './earlier.ts'

const root = mkdtempSync(join(tmpdir(), 'plinth-earlier-'))

function git(...words: string[]) {
  const who = ['-c', 'user.name=t', '-c', 'user.email=t@t', '-c', 'commit.gpgsign=false']
  execFileSync('git', [...who, ...words], { cwd: root, stdio: 'ignore' })
}

function write(routes: string[], known: string[]) {
  const list = JSON.stringify({ routes, strings: [], constants: [] })
  writeFileSync(join(root, 'spec/not-built-yet.json'), list)
  const catalogue = JSON.stringify(known.map((id) => ({ id })))
  writeFileSync(join(root, 'spec/catalogue/routes.json'), catalogue)
}

beforeAll(() => {
  mkdirSync(join(root, 'spec/catalogue'), { recursive: true })
  git('init')
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

test('compares the list with the one before this change', () => {
  write(['a', 'b'], ['a', 'b'])
  expect(readEarlier(root), 'nothing was committed').toBeNull()
  git('add', '.')
  git('commit', '-m', 'first')
  expect(readEarlier(root), 'the first list has none before it').toBeNull()

  write(['a'], ['a', 'b', 'c'])
  expect(readEarlier(root)?.notBuilt.routes, 'changed since the commit').toEqual(['a', 'b'])
  expect(readEarlier(root)?.known.routes).toEqual(['a', 'b'])
  git('commit', '-am', 'second')
  expect(readEarlier(root)?.notBuilt.routes, 'unchanged since').toEqual(['a', 'b'])
})
