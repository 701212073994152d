import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { GROUPS } from '../../docs/site/.vitepress/pages.ts'
import { listFiles } from '../list-files.ts'

const ROOT = join(import.meta.dirname, '../..')
const MAX_ALL_BYTES = 2_500_000
const IMAGE = /!\[([^\]]*)\]\(([^)]+)\)/g

interface Image {
  page: string
  alt: string
  file: string
}

const files = listFiles(ROOT, ['docs/screenshots/*'])
const pages = listFiles(ROOT, ['docs/guide/*.md', 'README.md'])
const read = (page: string) => readFileSync(join(ROOT, page), 'utf8')
const images = pages.flatMap((page) =>
  [...read(page).matchAll(IMAGE)].map(
    ([, alt = '', to = '']): Image => ({ page, alt, file: to.replace(/^.*\//, '') }),
  ),
)

test('every image of a page has a text and is there in both themes', () => {
  const wrong = images.filter(({ alt, file }) => {
    const both = ['light', 'dark'].map((theme) => file.replace(/-(light|dark)\./, `-${theme}.`))
    return alt.length < 15 || !both.every((name) => files.includes(`docs/screenshots/${name}`))
  })
  expect(wrong).toEqual([])
})

test('pages of the site name the light image, which the site replaces on dark pages', () => {
  const dark = images.filter(({ page, file }) => page !== 'README.md' && file.includes('-dark'))
  expect(dark).toEqual([])
})

test('every screenshot is used, and all of them are small', () => {
  const used = new Set(images.map(({ file }) => file.replace(/-(light|dark)\.webp$/, '')))
  const unused = files.filter((file) => !used.has(file.replace(/^.*\/|-(light|dark)\.webp$/g, '')))
  expect(unused).toEqual([])
  const bytes = files.reduce((sum, file) => sum + statSync(join(ROOT, file)).size, 0)
  expect(bytes).toBeLessThan(MAX_ALL_BYTES)
})

/** Pages without a picture: they show calls, or a screen of another page. */
const WITHOUT_SCREEN = new Set([
  'app-users',
  'computed-tables',
  'environments',
  'field-options',
  'files',
  'production-access',
  'rule-language',
])

test('every page about the console has a screenshot', () => {
  const groups = GROUPS.filter(({ text }) => ['Start', 'Access'].includes(text))
  const names = groups.flatMap(({ items }) => items.map(({ link }) => link.replace('/guide/', '')))
  const shown = new Set(images.map(({ page }) => page.replace(/^.*\/|\.md$/g, '')))
  expect(names.filter((name) => !shown.has(name) && !WITHOUT_SCREEN.has(name))).toEqual([])
  expect([...WITHOUT_SCREEN].filter((name) => shown.has(name) || !names.includes(name))).toEqual([])
})
