import { readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'
import { listFiles } from './list-files.ts'

const root = join(import.meta.dirname, '..')

interface Document {
  /** From the root of the repository. */
  path: string
  text: string
}

const FENCED = /^```[\s\S]*?^```/gm
const SPAN = /`[^`\n]+`/g

const withoutCode = (text: string) => text.replace(FENCED, '').replace(SPAN, '')

/** The anchor that GitHub gives a heading. */
function anchorOf(heading: string): string {
  const plain = heading.replaceAll('`', '').toLowerCase()
  return plain.replace(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(' ', '-')
}

function hasAnchor(text: string, anchor: string): boolean {
  const headings = [...text.replace(FENCED, '').matchAll(/^#+ (.+)$/gm)]
  return headings.some(([, heading = '']) => anchorOf(heading.trim()) === anchor)
}

/** Relative links whose file or anchor does not exist; `read` answers undefined for a missing file, '' for a folder. */
function findBrokenLinks(
  { path, text }: Document,
  read: (path: string) => string | undefined,
): string[] {
  const targets = [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, to = '']) => to)
  return targets.filter((target) => {
    if (/^[a-z]+:/.test(target)) return false
    const [file = '', anchor] = target.split('#')
    const found = file === '' ? text : read(normalize(join(dirname(path), file)))
    if (found === undefined) return true
    return anchor !== undefined && !hasAnchor(found, anchor)
  })
}

/** Paths in documents begin here or beside the document. */
const SOURCES = [
  '',
  'apps/server/',
  'apps/server/src/',
  'apps/console/src/',
  'packages/engine/src/',
]
const TOP = /^(apps|packages|examples|e2e|faults|bench|fences|spec|docs|ops|src|\.ci)\//
const SOURCE_FILE = /^[\w*<>@.-]+(\/[\w*<>@.-]+)*\.(tsx?|mjs|sql)$/

/** `<kind>` and `*` stand for any one part of a path. */
function toPattern(path: string): RegExp {
  const parts = path.replace(/\/$/, '').split(/<\w+>|\*/)
  const escaped = parts.map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${escaped.join('[^/]*')}(/|$)`)
}

/** Repository paths in backticks that no tracked file has. A name without a folder may be in any folder. */
function findBrokenPaths({ path, text }: Document, files: readonly string[]): string[] {
  const spans = text.replace(FENCED, '').match(SPAN) ?? []
  const words = spans.flatMap((span) => span.slice(1, -1).split(/[\s→⇒,:]+/))
  const paths = words.filter((word) => TOP.test(word) || SOURCE_FILE.test(word))
  return [...new Set(paths)].filter((word) => {
    if (word.includes('…') || word.startsWith('-')) return false
    const pattern = toPattern(word)
    if (!word.includes('/')) return !files.some((file) => pattern.test(basename(file)))
    const places = [...SOURCES, `${dirname(path)}/`, `${dirname(path)}/src/`]
    return !places.some((place) =>
      files.some((file) => file.startsWith(place) && pattern.test(file.slice(place.length))),
    )
  })
}

const RECORD_FILE = /^docs\/decisions\/(\d{3})-[a-z0-9]+(-[a-z0-9]+)+\.md$/
const STATUS = /^(accepted|superseded by [\d, ]+|accepted; superseded in part by [\d, ]+)$/

interface RecordHead {
  number: string
  status: string
  supersedes: string[]
  /** The record's line in the index, up to the summary. */
  row: string
}

/** A line of a record's head, with numbers instead of links to other records. */
function readHeadLine(text: string, name: string): string {
  const [, value = ''] = text.match(new RegExp(`^- ${name}: (.+(?:\\n {2}.+)*)$`, 'm')) ?? []
  return value.replace(/\s+/g, ' ').replace(/\[(\d{3})\]\(\1-[a-z0-9-]+\.md\)/g, '$1')
}

/** The head of a decision record, or the error as text. */
function readRecord({ path, text }: Document): RecordHead | string {
  const number = path.match(RECORD_FILE)?.[1]
  if (!number) return `${path}: not named NNN-the-decision.md`
  const [, titled, title] = text.match(/^# (\d{3}) (\S.+)\n\n- /) ?? []
  if (titled !== number) return `${path}: no title with the number ${number}`
  const status = readHeadLine(text, 'Status')
  if (!STATUS.test(status)) return `${path}: no status`
  const date = readHeadLine(text, 'Date')
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return `${path}: no date`
  const row = `| ${number} | [${title}](${basename(path)}) | ${status} | ${date} | `
  const supersedes = readHeadLine(text, 'Supersedes(?: in part)?').match(/\d{3}/g) ?? []
  return { number, status, supersedes, row }
}

/** Errors in the records, in their references to each other and in their index. */
function findRecordProblems(documents: readonly Document[], index: string): string[] {
  const read = documents.map(readRecord)
  const problems = read.filter((head) => typeof head === 'string')
  const heads = read.filter((head) => typeof head !== 'string')
  const said: string[] = []
  for (const { number, status, supersedes, row } of heads) {
    for (const older of supersedes) said.push(`${number} supersedes ${older}`)
    for (const newer of status.match(/\d{3}/g) ?? []) said.push(`${newer} supersedes ${number}`)
    if (heads.filter((head) => head.number === number).length > 1)
      problems.push(`${number} is used twice`)
    const rows = index.split('\n').filter((line) => line.startsWith(`| ${number} |`))
    if (rows.length !== 1 || !rows[0]?.startsWith(row))
      problems.push(`not in the index once: ${row}`)
  }
  const oneSided = said.filter((one) => said.filter((other) => other === one).length < 2)
  const listed = index.match(/^\| \d{3} \|/gm) ?? []
  if (listed.length !== heads.length) problems.push('the index lists other records')
  return [...problems, ...oneSided.map((pair) => `only one of the two says: ${pair}`)]
}

const findLongLines = (text: string, max: number) =>
  text.split('\n').flatMap((line, at) => ([...line].length > max ? [at + 1] : []))

const sortKey = (term: string) => term.toLowerCase().replaceAll('-', ' ')

/** Terms are list items, `- **Term**: One sentence.`, in alphabetical order. */
function findGlossaryProblems(text: string): string[] {
  const items = text.split(/^- /m).slice(1)
  const problems = items.length < 50 || items.length > 80 ? [`${items.length} terms`] : []
  let last = ''
  for (const item of items) {
    const [, term = '', meaning = ''] =
      item.replace(/\s+/g, ' ').match(/^\*\*(.+?)\*\*: (.+?) ?$/) ?? []
    if (!/^[A-Z].*[^.]\.$/.test(meaning) || /[.!?] [A-Z]/.test(meaning))
      problems.push(`not one sentence: ${term || item}`)
    if (sortKey(term) <= last) problems.push(`out of order: ${term}`)
    last = sortKey(term)
  }
  return problems
}

const files = listFiles(root)
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const folders = new Set(
  files.flatMap((file) => file.split('/').map((_, at, all) => all.slice(0, at).join('/'))),
)
const readIfThere = (path: string) => {
  if (folders.has(path.replace(/\/$/, ''))) return ''
  return files.includes(path) ? read(path) : undefined
}
const documents = files
  .filter((file) => file.endsWith('.md'))
  .map((path): Document => ({ path, text: read(path) }))
const records = documents.filter(({ path }) => /^docs\/decisions\/(?!README)/.test(path))

describe.each(documents)('$path', (document) => {
  test('has no broken link', () => {
    expect(findBrokenLinks(document, readIfThere)).toEqual([])
  })
  test('names no missing file', () => {
    expect(findBrokenPaths(document, files)).toEqual([])
  })
})

test('every decision record has a head and is in the index once', () => {
  expect(records.length).toBeGreaterThan(50)
  expect(findRecordProblems(records, read('docs/decisions/README.md'))).toEqual([])
})

test('the glossary has 50 to 80 terms in order, one sentence each', () => {
  expect(findGlossaryProblems(read('docs/glossary.md'))).toEqual([])
})

test('the lines of ARCHITECTURE.md have at most 120 characters', () => {
  expect(findLongLines(read('ARCHITECTURE.md'), 120)).toEqual([])
})

describe('each check finds a planted defect', () => {
  const plant = (text: string): Document => ({ path: 'docs/page.md', text })
  const tree: Record<string, string> = { 'docs/other.md': '# Other `page`, here', 'README.md': '' }
  const links = (text: string) => findBrokenLinks(plant(text), (path) => tree[path])
  const paths = (text: string) =>
    findBrokenPaths(plant(text), ['apps/server/src/http/handle.ts', 'spec/list.json'])

  test.each([
    ['[a](other.md) [b](../README.md) [c](https://example.com/x) `[d](no.md)`', []],
    ['[a](no.md) [b](../docs/other.md)', ['no.md']],
    ['[a](other.md#other-page-here) [b](other.md#gone)', ['other.md#gone']],
    ['# Here\n\n[a](#here) [b](#there)', ['#there']],
  ])('links: %s', (text, broken) => expect(links(text)).toEqual(broken))

  test.each([
    ['`http/handle.ts` `handle.ts` `apps/server/src/http/` `http/<name>.ts` `npm ci`', []],
    ['`http/handel.ts`', ['http/handel.ts']],
    ['`handel.ts → run`', ['handel.ts']],
    ['`spec/lost.json` `spec/list.json` `src/https`', ['spec/lost.json', 'src/https']],
    ['`docs/<kind>/run.ts` `*-store.ts`', ['docs/<kind>/run.ts', '*-store.ts']],
  ])('paths: %s', (text, broken) => expect(paths(text)).toEqual(broken))

  const record = (number: string, head: string): Document => ({
    path: `docs/decisions/${number}-do-it.md`,
    text: `# ${number} Do it\n\n${head}\n\nWhy.`,
  })
  const old = '- Status: accepted; superseded in part by [002](002-do-it.md)\n- Date: 2026-01-01'
  const newer = '- Status: accepted\n- Date: 2026-01-02\n- Supersedes in part: [001](001-do-it.md)'
  const index = [
    '| 001 | [Do it](001-do-it.md) | accepted; superseded in part by 002 | 2026-01-01 | x |',
    '| 002 | [Do it](002-do-it.md) | accepted | 2026-01-02 | x |',
  ]
  const good = [record('001', old), record('002', newer)]
  const problems = (documents: Document[], rows = index) =>
    findRecordProblems(documents, rows.join('\n')).length

  test('records: none in two good ones', () => expect(problems(good)).toBe(0))
  test.each<[string, Document[], string[]?]>([
    ['no status', [record('001', old.replace('Status', 'State')), record('002', newer)]],
    ['no date', [record('001', old.replace('Date', 'Day')), record('002', newer)]],
    [
      'another number in the title',
      [{ ...record('003', old), path: 'docs/decisions/001-do-it.md' }],
    ],
    ['a name without a decision', [{ ...record('001', old), path: 'docs/decisions/001.md' }]],
    ['not superseded back', [record('001', newer.replace(/\n- S.+/, '')), record('002', newer)]],
    ['a number twice', [...good, { ...record('002', newer), path: 'docs/decisions/002-do-so.md' }]],
    ['not in the index', good, index.slice(1)],
    ['in the index twice', good, [...index, ...index]],
    ['another date in the index', good, index.map((row) => row.replace('-02 |', '-03 |'))],
    ['only in the index', good, [...index, '| 003 | [x](003-x.md) | accepted | 2026-01-01 | x |']],
  ])('records: %s', (_name, documents, rows) =>
    expect(problems(documents, rows)).toBeGreaterThan(0),
  )

  const terms = Array.from({ length: 50 }, (_, at) => `- **Term ${10 + at}**: It is one.\n`)
  const glossary = (items: string[]) => findGlossaryProblems(`# Glossary\n\n${items.join('')}`)
  test('glossary: none in fifty good terms', () => expect(glossary(terms)).toEqual([]))
  test.each([
    ['too few', terms.slice(1)],
    ['too many', [...terms, ...terms.map((term) => term.replace('Term', 'Word'))]],
    ['out of order', terms.toReversed()],
    ['twice', [...terms, ...terms.slice(-1)]],
    ['two sentences', [...terms, '- **Word**: It is one. It is two.\n']],
    ['no sentence', [...terms, '- **Word**: something\n']],
    ['no meaning', [...terms, '- Word\n']],
  ])('glossary: %s', (_name, items) => expect(glossary(items)).not.toEqual([]))

  test('long lines', () => {
    expect(findLongLines(`${'x'.repeat(120)}\n${'é'.repeat(121)}\n`, 120)).toEqual([2])
  })
})
