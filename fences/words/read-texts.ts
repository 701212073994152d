import { basename } from 'node:path'
import ts from 'typescript'

export type TextKind = 'comment' | 'log line' | 'test name' | 'UI string'

/** A sentence that a person reads: in the code, in a log, in a test report or on screen. */
export interface Text {
  kind: TextKind
  file: string
  line: number
  text: string
}

const TEST_CALLS = new Set(['test', 'it', 'describe'])
const LOG_METHODS = new Set(['debug', 'info', 'warn', 'error', 'fatal'])
/** A directive to a tool, not a sentence. */
const isDirective = (text: string) => /^(biome-ignore|@|eslint|\/ <reference)/.test(text)

const cleaned = (comment: string) =>
  comment
    .replace(/^\/\*\*?|\*\/$|^\/\//g, '')
    .replace(/^\s*\* ?/gm, '')
    .replace(/\s+/g, ' ')
    .trim()

function commentsOf(source: ts.SourceFile): { at: number; text: string }[] {
  const found = new Map<number, string>()
  const full = source.getFullText()
  const collect = (ranges: readonly ts.CommentRange[] | undefined) => {
    for (const { pos, end } of ranges ?? []) found.set(pos, full.slice(pos, end))
  }
  const visit = (node: ts.Node) => {
    collect(ts.getLeadingCommentRanges(full, node.getFullStart()))
    collect(ts.getTrailingCommentRanges(full, node.getEnd()))
    ts.forEachChild(node, visit)
  }
  visit(source)
  return [...found].map(([at, text]) => ({ at, text: cleaned(text) }))
}

/** `test`, `test.each(…)`, `describe.runIf(…)`: the name at the root of a call. */
function rootName(node: ts.Expression): string | undefined {
  if (ts.isIdentifier(node)) return node.text
  if (ts.isPropertyAccessExpression(node)) return rootName(node.expression)
  if (ts.isCallExpression(node)) return rootName(node.expression)
  return undefined
}

function textOf(node: ts.Node | undefined): string | undefined {
  if (!node) return undefined
  if (ts.isStringLiteralLike(node)) return node.text
  if (!ts.isTemplateExpression(node)) return undefined
  return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('')
}

function callText(node: ts.CallExpression): { kind: TextKind; text: string } | undefined {
  const { expression, arguments: given } = node
  if (ts.isPropertyAccessExpression(expression) && LOG_METHODS.has(expression.name.text)) {
    const isLog = /(^|\.)log(ger)?$/.test(expression.expression.getText())
    const text = isLog ? textOf(given.at(-1)) : undefined
    return text === undefined ? undefined : { kind: 'log line', text }
  }
  const name = rootName(expression)
  const text = name && TEST_CALLS.has(name) ? textOf(given[0]) : undefined
  return text === undefined ? undefined : { kind: 'test name', text }
}

/** The texts of one TypeScript file. Strings count as UI strings in the console's strings modules. */
export function readTexts(file: string, content: string): Text[] {
  const kind = file.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const source = ts.createSourceFile(file, content, ts.ScriptTarget.Latest, true, kind)
  const lineOf = (at: number) => source.getLineAndCharacterOfPosition(at).line + 1
  const isStrings = file.startsWith('apps/console/') && /^strings.*\.tsx?$/.test(basename(file))
  const isInTest = /\.(test|spec)\.tsx?$/.test(file)
  const found: Text[] = commentsOf(source)
    .filter(({ text }) => text !== '' && !isDirective(text))
    .map(({ at, text }) => ({ kind: 'comment' as const, file, line: lineOf(at), text }))
  const visit = (node: ts.Node) => {
    if (ts.isCallExpression(node)) {
      const said = callText(node)
      if (said && (said.kind !== 'test name' || isInTest)) {
        found.push({ ...said, file, line: lineOf(node.getStart()) })
      }
    }
    const isImport = ts.isImportDeclaration(node.parent ?? node)
    const text = isStrings && !isImport ? textOf(node) : undefined
    if (text?.includes(' ')) {
      found.push({ kind: 'UI string', file, line: lineOf(node.getStart()), text })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}
