import { findClosest } from '../syntax/closest.ts'
import { issueAt } from '../syntax/issue.ts'
import type { PathNode, Segment } from '../syntax/syntax.ts'
import type { CatalogueColumn } from './catalogue.ts'
import { type CheckContext, findColumn, listColumns, reportIssue } from './check-context.ts'
import { applyModifier } from './check-modifier.ts'
import {
  type Operand,
  REQUEST_GROUPS,
  REQUEST_WORDS,
  type RequestGroup,
  type RequestWord,
} from './checked.ts'
import type { Kind } from './kinds.ts'

const ALWAYS: ReadonlyMap<string, Kind> = new Map([
  ['id', 'id'],
  ['table', 'text'],
  ['kind', 'text'],
])

type Member = { readonly kind: Kind; readonly isList: boolean; readonly column?: CatalogueColumn }

/** Resolves `@request.…`; a value that is absent at run time is null, not an error. */
export function checkRequest(context: CheckContext, path: PathNode): Operand | undefined {
  const [head, ...rest] = path.segments
  const group = [...REQUEST_GROUPS, ...REQUEST_WORDS].find((name) => name === head?.name)
  if (!head || !group) {
    const suggestion = findClosest(String(head?.name), [...REQUEST_GROUPS, ...REQUEST_WORDS])
    return reportIssue(context, issueAt(head ?? path, `@request has no ${head?.name}`, suggestion))
  }
  const member = findMember(context, { group, path, rest })
  if (!member) return undefined
  const plain = { kind: member.kind, isList: member.isList }
  const shape = applyModifier(context, {
    plain,
    modifier: path.modifier,
    span: path,
    group,
    depth: rest.length,
  })
  if (!shape) return undefined
  const { from, to, modifier } = path
  const keys = rest.map((segment) => segment.name)
  return {
    type: 'request',
    group,
    keys,
    kind: shape.kind,
    isMany: shape.isList,
    from,
    to,
    ...(member.column && { column: member.column }),
    ...(modifier && { modifier }),
  }
}

type Sought = {
  readonly group: RequestGroup | RequestWord
  readonly path: PathNode
  readonly rest: readonly Segment[]
}

function findMember(context: CheckContext, { group, path, rest }: Sought): Member | undefined {
  const [first, deeper] = rest
  const isWord = REQUEST_WORDS.some((word) => word === group)
  if (!isWord && typeof first?.name !== 'string')
    return reportIssue(context, issueAt(path, `@request.${group} needs a name after it`))
  const name = String(first?.name)
  const isFlat = isWord || group === 'query' || group === 'headers'
  const extra = isWord ? first : deeper
  if (isFlat && extra)
    return reportIssue(context, issueAt(extra, `@request.${group} is not nested so deep`))
  if (isWord) return { kind: 'text', isList: false }
  if (isFlat) return { kind: 'input', isList: false }
  const member =
    group === 'auth' ? findAuth(context, { path, first, name }) : findField(context, first, name)
  if (!member || !deeper || member.kind === 'json' || member.kind === 'any') return member
  const message = `@request.${group}.${name} is not json and has no fields`
  return reportIssue(
    context,
    issueAt(deeper, message, member.column?.target && `@table.${member.column.target}`),
  )
}

/** Body and old have the columns of the current table; without a table any field is accepted. */
function findField(
  context: CheckContext,
  first: Segment | undefined,
  name: string,
): Member | undefined {
  if (!context.home || !first) return { kind: 'any', isList: false }
  const column = findColumn(context, { table: context.home, name, span: first })
  return column && memberOf(column)
}

type Named = { readonly path: PathNode; readonly first: Segment | undefined; readonly name: string }

function findAuth(context: CheckContext, { path, first, name }: Named): Member | undefined {
  const fixed = ALWAYS.get(name)
  if (fixed) return { kind: fixed, isList: false }
  const tables = [...context.catalogue.tables.values()].filter((table) => table.isAuth)
  const columns = tables.flatMap((table) => table.columns.get(name) ?? [])
  const [column, ...others] = columns
  if (!column) {
    const names = tables.flatMap((table) => listColumns(context, table).map((each) => each.name))
    const where = tables.map((table) => table.name).join(' or ') || '@request.auth'
    const message = `Column with name ${name} not found in table ${where}`
    return reportIssue(
      context,
      issueAt(first ?? path, message, findClosest(name, [...names, ...ALWAYS.keys()])),
    )
  }
  if (columns.some((each) => each.isHashed))
    return reportIssue(context, issueAt(path, `Column ${name} is hashed and cannot be compared`))
  const isUniform = others.every(
    (each) => each.kind === column.kind && each.isMany === column.isMany,
  )
  return isUniform ? memberOf(column) : { kind: 'any', isList: false }
}

function memberOf(column: CatalogueColumn): Member {
  return { kind: column.kind, isList: column.isMany, column }
}

/** Resolves `@const.KEY`; secret constants are rejected. */
export function checkConstant(context: CheckContext, path: PathNode): Operand | undefined {
  const [segment, extra] = path.segments
  const name = segment?.name
  if (typeof name !== 'string' || extra)
    return reportIssue(context, issueAt(extra ?? path, '@const is followed by one name'))
  const known = context.catalogue.constants
  const constant = known?.get(name)
  if (known && !constant) {
    const suggestion = findClosest(name, known.keys())
    return reportIssue(
      context,
      issueAt(segment ?? path, `Constant with name ${name} not found`, suggestion),
    )
  }
  if (constant?.isSecret)
    return reportIssue(
      context,
      issueAt(segment ?? path, `Constant ${name} is secret and cannot be compared`),
    )
  if (path.modifier)
    return reportIssue(context, issueAt(path, `:${path.modifier} is not allowed on a constant`))
  return { type: 'const', name, kind: 'input', from: path.from, to: path.to }
}
