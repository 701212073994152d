import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { PAGES } from '../../docs/site/.vitepress/pages.ts'
import { listFiles } from '../list-files.ts'

const ROOT = join(import.meta.dirname, '../..')
const PATH = /^(apps|packages|docs|e2e|faults|fences|spec)\/\S+$/

interface Step {
  number: number
  /** Files and folders that the step names, from the root of the repository. */
  paths: string[]
  text: string
}

function readSteps(page: string): Step[] {
  const steps = page.split(/^(?=\d+\. )/m).filter((part) => /^\d/.test(part))
  return steps.map((text) => {
    const spans = [...text.matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span)
    return {
      number: Number.parseInt(text, 10),
      paths: spans.filter((span) => PATH.test(span)),
      text: text.replace(/\s+/g, ' ').trim(),
    }
  })
}

const files = listFiles(ROOT)

/** Steps out of order, without a file, or with one that does not exist; a folder ends with a slash. */
function findStepProblems(steps: readonly Step[]): string[] {
  return steps.flatMap(({ number, paths, text }, at) => [
    ...(number === at + 1 ? [] : [`step ${number} has place ${at + 1}`]),
    ...(paths.length > 0 ? [] : [`names no file: ${text}`]),
    ...paths
      .filter((path) =>
        path.endsWith('/') ? !files.some((file) => file.startsWith(path)) : !files.includes(path),
      )
      .map((path) => `does not exist: ${path}`),
  ])
}

const howTos = PAGES.filter(({ link }) => link.startsWith('/contribute/add-'))

test('there is a page for each thing that contributors add', () => {
  expect(howTos.map(({ text }) => text)).toEqual([
    'Add an endpoint',
    'Add a node kind',
    'Add a field type',
    'Add a screen',
    'Add a setting',
  ])
})

describe.each(howTos)('$text', ({ file }) => {
  test('has numbered steps, and each names files that exist', () => {
    const steps = readSteps(readFileSync(join(ROOT, file), 'utf8'))
    expect(steps.length).toBeGreaterThan(3)
    expect(findStepProblems(steps)).toEqual([])
  })
})

test.each([
  ['a missing file', '1. `apps/server/src/nowhere.ts`: it.\n'],
  ['a missing folder', '1. `apps/nowhere/`: it.\n'],
  ['a step without a file', '1. Do it.\n'],
  ['a wrong number', '2. `fences/list-files.ts`: it.\n'],
])('finds %s', (_name, page) => expect(findStepProblems(readSteps(page))).toHaveLength(1))
