import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PAGES } from '../docs/site/.vitepress/pages.ts'
import { writeLlms } from '../docs/site/.vitepress/write-llms.ts'

const root = join(import.meta.dirname, '..')
let folder = ''
const read = (name: string) => readFile(join(folder, name), 'utf8')

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'llms-'))
  await writeLlms({ outDir: folder })
})

afterAll(() => rm(folder, { recursive: true }))

test('llms.txt has every page once, with its title, address and first sentence', async () => {
  const lines = (await read('llms.txt')).split('\n').filter((line) => line.startsWith('- '))
  const starts = PAGES.map(({ text, link }) => `- [${text}](/docs${link}): `)
  expect(lines).toHaveLength(starts.length)
  const wrong = starts.filter((start, at) => {
    const sentence = lines[at]?.startsWith(start) ? lines[at].slice(start.length) : ''
    return sentence.length < 20 || !sentence.endsWith('.')
  })
  expect(wrong).toEqual([])
})

test('llms-full.txt has the text of every page', async () => {
  const full = await read('llms-full.txt')
  for (const { link, file } of PAGES) {
    const page = await readFile(join(root, file), 'utf8')
    expect(full, link).toContain(`Page: /docs${link}\n\n${page.trim()}`)
  }
})
