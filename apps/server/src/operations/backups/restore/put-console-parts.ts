import type { Transaction } from '../../../foundation/platform/database.ts'
import { newId } from '../../../foundation/platform/new-id.ts'
import { readStored } from '../../../foundation/platform/stored-json.ts'
import { putSavedQuery } from '../../../projects/saved-queries/query-copy-store.ts'
import { findViewAuthor, putTableView } from '../../../projects/table-views/view-copy-store.ts'
import { ArchivedQuery, ArchivedView } from '../archive/project-parts.ts'
import type { Filling } from './fill-targets.ts'
import { readStagedLines } from './restore-store.ts'

async function putQueries(transaction: Transaction, { restore, targets }: Filling) {
  const { projectId, isSameProject } = targets
  let left = 0
  for await (const { line } of readStagedLines(transaction, { id: restore.id, kind: 'query' })) {
    const query = readStored(ArchivedQuery, line, 'staged query of a restore')
    const id = isSameProject ? query.id : newId('qry')
    if (!(await putSavedQuery(transaction, { ...query, id, projectId }))) left += 1
  }
  return left
}

/** A shared view whose author is not here becomes that of the person who restores; a private one is left out. */
async function putViews(transaction: Transaction, { restore, targets }: Filling) {
  const { projectId, isSameProject } = targets
  const authors = new Map<string, string | undefined>()
  let left = 0
  for await (const { line } of readStagedLines(transaction, { id: restore.id, kind: 'view' })) {
    const { author, ...view } = readStored(ArchivedView, line, 'staged view of a restore')
    if (!authors.has(author))
      authors.set(author, await findViewAuthor(transaction, { projectId, email: author }))
    const authorId = authors.get(author) ?? (view.isShared ? restore.staffId : undefined)
    const id = isSameProject ? view.id : newId('viw')
    if (!(await putTableView(transaction, { ...view, id, projectId, authorId }))) left += 1
  }
  return left
}

/** Puts back saved queries and named views; returns what was left out, in sentences. */
export async function putConsoleParts(
  transaction: Transaction,
  filling: Filling,
): Promise<string[]> {
  const queries = await putQueries(transaction, filling)
  const views = await putViews(transaction, filling)
  const count = (amount: number, noun: string, nouns: string) =>
    amount === 1 ? `1 ${noun} was` : `${amount} ${nouns} were`
  return [
    ...(queries > 0
      ? [
          `${count(queries, 'saved query', 'saved queries')} left out: the project has as many as it may.`,
        ]
      : []),
    ...(views > 0
      ? [
          `${count(views, 'view', 'views')} left out: the name is taken, or the author is not a member here or has as many as a member may.`,
        ]
      : []),
  ]
}
