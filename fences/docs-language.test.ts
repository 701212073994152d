import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { PAGES } from '../docs/site/.vitepress/pages.ts'
import { STANDARD } from './words/find-unplain.ts'
import { countWords, readSentences } from './words/read-sentences.ts'

const MAX_WORDS = 30

/** Words to avoid everywhere and, beyond those, on the pages; each with what to write instead. */
const AVOIDED: readonly (readonly [RegExp, string])[] = [
  ...STANDARD,
  [/\b(look(s|ed|ing)?|look-?outs?)\b/i, 'check, open, poll'],
  [/\b(tells?|telling|told)\b/i, 'notify, show, log'],
  [/\b(hears?|heard|hearing)\b/i, 'listen'],
  [/\b(holds?|holding|held)\b/i, 'have, lock, lease, apply'],
  [/\b(rings|rang|ringing)\b/i, 'fire, trigger'],
  [/\bwalk(s|ed|ing)?\b/i, 'execute, page'],
  [/\bsettl(e|es|ed|ing)\b/i, 'flush, resolve'],
  [/\bpromis(e|es|ed)\b/i, 'task, enqueue'],
  [/\bhand(s|ed|ing)? over\b/i, 'dispatch, deliver'],
  [/\b(upkeep|keep-up)\b/i, 'maintenance'],
  [/\brefusals?\b/i, 'error, refused request'],
  [/\bfacts\b/i, 'snapshot, fields'],
  [/\bthe engine\b/i, 'the database, the durable runtime, the workflow engine'],
]

/** Sentences of a page that are too long, or that have a word to avoid. */
function findUnplainSentences(page: string): string[] {
  return readSentences(page).flatMap(({ line, text }) => {
    const words = countWords(text)
    const avoided = AVOIDED.find(([word]) => word.test(text))
    return [
      ...(words > MAX_WORDS ? [`line ${line}: ${words} words: ${text}`] : []),
      ...(avoided ? [`line ${line}: write ${avoided[1]}: ${text}`] : []),
    ]
  })
}

describe.each(PAGES)('$link', ({ file }) => {
  test('has short sentences in standard words', () => {
    const page = readFileSync(join(import.meta.dirname, `../${file}`), 'utf8')
    expect(findUnplainSentences(page)).toEqual([])
  })
})

const words = (count: number) => `A${' word'.repeat(count - 1)}`

test.each([
  ['a paragraph', `# Page\n\n${words(20)}\n${words(11)}.`],
  ['a list item', `- ${words(31)}.\n- Short.`],
  ['a cell', `| a | b |\n|---|---|\n| one | ${words(31)} |`],
  ['a word to avoid', 'The run is gone.'],
  ['a word in a cell', '| a | the server tells you |'],
])('reports %s', (_name, page) => expect(findUnplainSentences(page)).toHaveLength(1))

test.each([
  ['two sentences', `${words(30)}. ${words(30)}.`],
  ['code', '```\nThe run is gone\n```\n\nThe value `gone` is code.'],
  ['cells apart', `| ${words(20)} | ${words(20)} |`],
  ['items apart', `- ${words(20)}\n- ${words(20)}`],
  ['names in code as one word', `${words(29)} \`plinth-server config check now\`.`],
])('accepts %s', (_name, page) => expect(findUnplainSentences(page)).toEqual([]))
