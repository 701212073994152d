import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import ts from 'typescript'
import { listFiles, TYPESCRIPT } from '../list-files.ts'

/** One file of the tree with its relative imports (type-only ones too), the names it declares and exports, and whether it parses JSON. */
export interface Source {
  file: string
  imports: string[]
  exports: string[]
  parsesJson: boolean
}

export const isTest = (file: string): boolean =>
  /\.(test|spec)\.tsx?$/.test(file) || /(^|\/)testing\//.test(file)

function isExported(node: ts.Statement): boolean {
  const modifiers = ts.canHaveModifiers(node) ? (ts.getModifiers(node) ?? []) : []
  return modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
}

function namesOf(node: ts.Statement): string[] {
  if (!isExported(node)) return []
  if (ts.isVariableStatement(node)) {
    return node.declarationList.declarations.flatMap(({ name }) =>
      ts.isIdentifier(name) ? [name.text] : [],
    )
  }
  const name = (node as { name?: ts.Node }).name
  return name && ts.isIdentifier(name) ? [name.text] : []
}

/** Whether the code mentions `JSON.parse`, called or passed on; comments and texts do not count. */
function mentionsJsonParse(node: ts.Node): boolean {
  if (
    ts.isPropertyAccessExpression(node) &&
    node.name.text === 'parse' &&
    ts.isIdentifier(node.expression) &&
    node.expression.text === 'JSON'
  )
    return true
  return ts.forEachChild(node, (child) => mentionsJsonParse(child) || undefined) ?? false
}

/** Parses one file. A value and a type of one name count once. */
export function readSource(file: string, text: string): Source {
  const kind = file.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const parsed = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false, kind)
  const imports = ts
    .preProcessFile(text)
    .importedFiles.map(({ fileName }) => fileName)
    .filter((name) => name.startsWith('.'))
    .map((name) => normalize(join(dirname(file), name)))
  const exports = [...new Set(parsed.statements.flatMap(namesOf))]
  const parsesJson = text.includes('JSON') && mentionsJsonParse(parsed)
  return { file, imports, exports, parsesJson }
}

/** Reads every TypeScript file that Git tracks or would track. */
export function readSources(root: string): Source[] {
  return listFiles(root, TYPESCRIPT).map((file) =>
    readSource(file, readFileSync(join(root, file), 'utf8')),
  )
}
