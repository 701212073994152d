import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PAGES } from '../docs/site/.vitepress/pages.ts'
import { listFiles } from './list-files.ts'

const root = join(import.meta.dirname, '..')

/** Guide pages that the site does not list, listed pages without a file, and pages that are listed twice. */
function findPageProblems(links: readonly string[], files: readonly string[]): string[] {
  const listed = links.map((link) => `docs${link}.md`)
  const guides = files.filter((file) => /^docs\/guide\/[^/]+\.md$/.test(file))
  return [
    ...guides.filter((file) => !listed.includes(file)).map((file) => `${file} is not listed`),
    ...listed.filter((file) => !files.includes(file)).map((file) => `${file} does not exist`),
    ...listed
      .filter((file, at) => listed.indexOf(file) !== at)
      .map((file) => `${file} is listed twice`),
  ]
}

test('the documentation lists every page of the guide once, and no other', () => {
  const links = PAGES.map(({ link }) => link)
  expect(findPageProblems(links, listFiles(root, ['docs/*.md', 'docs/guide/*.md']))).toEqual([])
})

test('a missing, an unknown and a repeated page are found', () => {
  const links = ['/guide/one', '/guide/one', '/guide/gone']
  expect(findPageProblems(links, ['docs/guide/one.md', 'docs/guide/two.md'])).toEqual([
    'docs/guide/two.md is not listed',
    'docs/guide/gone.md does not exist',
    'docs/guide/one.md is listed twice',
  ])
})
