import { QueryFault } from '../readable/query-fault.ts'
import { POSTGRES_FUNCTIONS } from './allowed-functions.ts'
import { ALLOWED_OPERATORS } from './allowed-operators.ts'
import { ALLOWED_TYPES } from './allowed-types.ts'
import type { Fields, Visit } from './list-nodes.ts'
import { stringsOf } from './names-of.ts'

const SAMPLING = new Set(['bernoulli', 'system'])
const CLOCK = /^SVFOP_(CURRENT_DATE|CURRENT_TIME|CURRENT_TIMESTAMP|LOCALTIME|LOCALTIMESTAMP)(_N)?$/

/** The last part of a name without a schema, or with pg_catalog, which the grammar adds by itself. */
function plainName(list: unknown): string | undefined {
  const names = stringsOf(list)
  const [first, second] = names
  if (names.length === 1) return first
  return names.length === 2 && first === 'pg_catalog' ? second : undefined
}

function refuseUnless(
  list: unknown,
  { allowed, kind }: { allowed: ReadonlySet<string>; kind: string },
) {
  const name = plainName(list)
  if (name !== undefined && allowed.has(name)) return
  const asked = stringsOf(list).join('.')
  throw new QueryFault(`The ${kind} "${asked}" is not available in queries.`)
}

function checkOperator(list: unknown): void {
  const names = stringsOf(list)
  if (names.length === 1) refuseUnless(list, { allowed: ALLOWED_OPERATORS, kind: 'operator' })
  else if (names.length > 0) throw new QueryFault('Write operators without a schema.')
}

const CHECKS: Readonly<Record<string, (node: Fields, parameters: number) => void>> = {
  FuncCall: ({ funcname }) =>
    refuseUnless(funcname, { allowed: POSTGRES_FUNCTIONS, kind: 'function' }),
  TypeName: ({ names }) => refuseUnless(names, { allowed: ALLOWED_TYPES, kind: 'type' }),
  A_Expr: ({ name, kind }) => {
    // BETWEEN and its variants have their keyword in place of an operator.
    if (!String(kind).includes('BETWEEN')) checkOperator(name)
  },
  SubLink: ({ operName }) => checkOperator(operName),
  SortBy: ({ useOp }) => checkOperator(useOp),
  CollateClause: ({ collname }) => {
    if (plainName(collname) === undefined) throw new QueryFault('Name collations without a schema.')
  },
  RangeTableSample: ({ method }) =>
    refuseUnless(method, { allowed: SAMPLING, kind: 'sampling method' }),
  SQLValueFunction: ({ op }) => {
    if (!CLOCK.test(String(op)))
      throw new QueryFault(
        'Names of users, roles, schemas and databases are not available in queries.',
      )
  },
  ParamRef: ({ number }, parameters) => {
    if (typeof number !== 'number' || number < 1 || number > parameters)
      throw new QueryFault(`No value is bound to the parameter $${String(number ?? 0)}.`)
  },
}

/** Throws a QueryFault for a function, operator, type or parameter that is not allowed. */
export function checkQueryCalls(visits: readonly Visit[], parameters: number): void {
  for (const { kind, node } of visits) CHECKS[kind]?.(node, parameters)
}
