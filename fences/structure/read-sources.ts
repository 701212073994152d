import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import ts from 'typescript'
import { listFiles, TYPESCRIPT } from '../list-files.ts'

/** One file of the tree with its relative imports (type-only ones too) and the names it declares and exports. */
export interface Source {
  file: string
  imports: string[]
  exports: string[]
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

/** Parses one file. A value and a type of one name count once. */
export function readSource(file: string, text: string): Source {
  const kind = file.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const parsed = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false, kind)
  const imports = ts
    .preProcessFile(text)
    .importedFiles.map(({ fileName }) => fileName)
    .filter((name) => name.startsWith('.'))
    .map((name) => normalize(join(dirname(file), name)))
  return { file, imports, exports: [...new Set(parsed.statements.flatMap(namesOf))] }
}

/** Reads every TypeScript file that Git tracks or would track. */
export function readSources(root: string): Source[] {
  return listFiles(root, TYPESCRIPT).map((file) =>
    readSource(file, readFileSync(join(root, file), 'utf8')),
  )
}
