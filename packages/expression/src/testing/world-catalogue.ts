import type { Catalogue, CatalogueColumn, CatalogueTable, ColumnKind } from '../check/catalogue.ts'

/** Columns in shorthand: `kind`, `kind*` for a list, `>table` and `>table*` for relations, `!` hidden, `#` hashed, `^` protected. */
const TABLES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  user: {
    email: 'text',
    password: 'text#',
    token: 'text!',
    role: 'text',
    roles: 'text*',
    org: '>org',
    age: 'number',
    verified: 'bool',
    born: 'date',
    settings: 'json',
    memberships: '>membership*',
    posts: '>post*',
  },
  org: { name: 'text', plan: 'text', active: 'bool', members: '>membership*' },
  membership: { org: '>org', user: '>user', role: 'text', since: 'date', scopes: 'text*' },
  post: {
    title: 'text',
    body: 'text',
    status: 'text',
    tags: 'text*',
    price: 'number',
    stock: 'number',
    active: 'bool',
    publishedOn: 'date',
    author: '>user',
    editors: '>user*',
    comments: '>comment*',
    org: '>org',
    meta: 'json',
    cover: 'file',
    files: 'file*^',
    secret: 'text!',
    pin: 'text#',
  },
  comment: {
    post: '>post',
    author: '>user',
    text: 'text',
    likes: 'number',
    labels: 'text*',
    approved: 'bool',
  },
  ban: { user: '>user', reason: 'text', until: 'date' },
  archive: { title: 'text', user: '>user' },
}

function makeColumn(name: string, shorthand: string): CatalogueColumn {
  const [word = ''] = /^>?[a-z]+/.exec(shorthand) ?? []
  const target = word.startsWith('>') ? word.slice(1) : undefined
  return {
    id: name,
    name,
    kind: target === undefined ? (word as ColumnKind) : 'id',
    isMany: shorthand.includes('*'),
    isHidden: shorthand.includes('!'),
    isHashed: shorthand.includes('#'),
    isProtected: shorthand.includes('^'),
    ...(target !== undefined && { target }),
  }
}

function makeTable(name: string, columns: Readonly<Record<string, string>>): CatalogueTable {
  const all = { id: 'id', ...columns, createdOn: 'date', updatedOn: 'date' }
  const made = Object.entries(all).map(
    ([key, shorthand]) => [key, makeColumn(key, shorthand)] as const,
  )
  return { id: name, name, isAuth: name === 'user', columns: new Map(made) }
}

export const CATALOGUE: Catalogue = {
  tables: new Map(
    Object.entries(TABLES).map(([name, columns]) => [name, makeTable(name, columns)]),
  ),
  constants: new Map(
    ['LEVEL', 'OWNER', 'BLANK', 'MISSING', 'SECRET'].map((key) => [
      key,
      { isSecret: key === 'SECRET' },
    ]),
  ),
}
