import { Table } from '@plinth/contract'

/** A table with a public and a protected file. */
export const PAPERS = Table.parse({
  id: 'papers',
  name: 'papers',
  columns: [
    { id: 'papers_name', name: 'name', type: 'text' },
    { id: 'papers_paper', name: 'paper', type: 'file' },
    { id: 'papers_draft', name: 'draft', type: 'file', options: { isProtected: true } },
  ],
})
