import type { CatalogueTable } from '../check/catalogue.ts'
import { type CheckInput, listColumns } from '../check/check-context.ts'
import { REQUEST_GROUPS, REQUEST_WORDS } from '../check/checked.ts'
import type { Token } from '../syntax/tokenize.ts'
import type { CompletionItem } from './completion.ts'

const AUTH = ['id', 'table', 'kind']

/** Completions after a path that ends with a dot. */
export function listMembers(
  before: readonly Token[],
  input: CheckInput,
): readonly CompletionItem[] {
  const [head = '', ...names] = readChain(before)
  const { tables, constants } = input.catalogue
  if (!head.startsWith('@')) return listAt(input, tables.get(input.table ?? ''), [head, ...names])
  if (input.mode === 'filter') return []
  const [first = '', ...rest] = names
  if (head === '@request') return listRequest(input, names)
  if (head === '@const') {
    const open = [...(constants ?? [])].filter(([, { isSecret }]) => !isSecret)
    return names.length > 0 ? [] : open.map(([label]) => ({ label, kind: 'constant' }))
  }
  if (head !== '@table') return []
  if (names.length === 0) return [...tables.keys()].map((label) => ({ label, kind: 'table' }))
  return listAt(input, tables.get(first), rest)
}

function listRequest(input: CheckInput, names: readonly string[]): readonly CompletionItem[] {
  const { tables } = input.catalogue
  const [group, ...deeper] = names
  if (deeper.length > 0) return []
  if (group === undefined)
    return [...REQUEST_GROUPS, ...REQUEST_WORDS].map((label) => ({ label, kind: 'request' }))
  if (group === 'body' || group === 'old') return listAt(input, tables.get(input.table ?? ''), [])
  if (group !== 'auth') return []
  const columns = [...tables.values()]
    .filter((table) => table.isAuth)
    .flatMap((table) => listColumns(input, table).filter((column) => !column.isHashed))
  const labels = new Set([...AUTH, ...columns.map((column) => column.name)])
  return [...labels].map((label) => ({ label, kind: 'request' }))
}

function listAt(
  input: CheckInput,
  start: CatalogueTable | undefined,
  names: readonly string[],
): readonly CompletionItem[] {
  let table = start
  for (const name of names) {
    const target = table?.columns.get(name)?.target
    table = target === undefined ? undefined : input.catalogue.tables.get(target)
  }
  if (!table) return []
  return listColumns(input, table).map(({ name, kind }) => ({
    label: name,
    kind: 'column',
    detail: kind,
  }))
}

/** Names before the last dot, from the start of the path, without the alias. */
function readChain(before: readonly Token[]): readonly string[] {
  const names: string[] = []
  let at = before.length - 1
  while (before[at]?.type === '.') {
    const isAliased = before[at - 2]?.type === ':'
    const name = before[isAliased ? at - 3 : at - 1]
    if (!name) break
    names.unshift(name.text)
    at -= isAliased ? 4 : 2
  }
  return names
}
