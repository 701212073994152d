import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PAGES } from '../docs/site/.vitepress/pages.ts'
import { listFiles } from './list-files.ts'

const root = join(import.meta.dirname, '..')

/** Guide pages that the site does not list, listed pages without a file, and pages that are listed twice. */
function findPageProblems(listed: readonly string[], files: readonly string[]): string[] {
  const guides = files.filter((file) => /^docs\/(guide|contribute)\/[^/]+\.md$/.test(file))
  return [
    ...guides.filter((file) => !listed.includes(file)).map((file) => `${file} is not listed`),
    ...listed.filter((file) => !files.includes(file)).map((file) => `${file} does not exist`),
    ...listed
      .filter((file, at) => listed.indexOf(file) !== at)
      .map((file) => `${file} is listed twice`),
  ]
}

test('the documentation lists every page of the guide once, and no other', () => {
  const listed = PAGES.map(({ file }) => file)
  expect(findPageProblems(listed, listFiles(root, ['*.md']))).toEqual([])
})

test('a page that includes a file of the root names that file', () => {
  const included = PAGES.filter(({ file }) => /^[A-Z]+\.md$/.test(file))
  expect(included.map(({ file }) => file)).toEqual([
    'SECURITY.md',
    'CONTRIBUTING.md',
    'ARCHITECTURE.md',
  ])
  for (const { link, file } of included)
    expect(readFileSync(join(root, `docs/site${link}.md`), 'utf8')).toBe(
      `<!--@include: ../../${file}-->\n`,
    )
})

test('a missing, an unknown and a repeated page are found', () => {
  const listed = ['docs/guide/one.md', 'docs/guide/one.md', 'docs/guide/gone.md']
  expect(findPageProblems(listed, ['docs/guide/one.md', 'docs/guide/two.md'])).toEqual([
    'docs/guide/two.md is not listed',
    'docs/guide/gone.md does not exist',
    'docs/guide/one.md is listed twice',
  ])
})
