import { Configuration } from '@plinth/contract'

const many = { hasMultipleBack: true }
const text = { type: 'text' }

/** Relation options: `back` is the paired column; an unpaired relation is to-many on its other side. */
function relation(target: string, options: Record<string, unknown> = many) {
  return { type: 'relation', options: { tableId: target, isParent: true, ...options } }
}

const TABLES: Readonly<Record<string, Readonly<Record<string, object>>>> = {
  user: {
    email: { type: 'email' },
    password: { type: 'text', options: { isHashed: true } },
    token: { type: 'text', options: { isHidden: true } },
    role: text,
    roles: { type: 'select', options: { hasMultiple: true } },
    org: relation('org'),
    age: { type: 'number' },
    verified: { type: 'checkbox' },
    born: { type: 'date' },
    settings: { type: 'json' },
    memberships: relation('membership', { columnId: 'user', hasMultiple: true }),
    posts: relation('post', { columnId: 'author', hasMultiple: true }),
  },
  org: {
    name: text,
    plan: text,
    active: { type: 'checkbox' },
    members: relation('membership', { columnId: 'org', hasMultiple: true }),
  },
  membership: {
    org: relation('org', { columnId: 'members', ...many }),
    user: relation('user', { columnId: 'memberships', ...many }),
    role: text,
    since: { type: 'date' },
    scopes: { type: 'select', options: { hasMultiple: true } },
  },
  post: {
    title: text,
    body: text,
    status: { type: 'select' },
    tags: { type: 'select', options: { hasMultiple: true } },
    price: { type: 'number', options: { hasDecimal: true } },
    stock: { type: 'number' },
    active: { type: 'checkbox' },
    publishedOn: { type: 'date' },
    author: relation('user', { columnId: 'posts', ...many }),
    editors: relation('user', { hasMultiple: true, ...many }),
    comments: relation('comment', { columnId: 'post', hasMultiple: true }),
    org: relation('org'),
    meta: { type: 'json' },
    cover: { type: 'image' },
    files: { type: 'file', options: { hasMultiple: true, isProtected: true } },
    secret: { type: 'text', options: { isHidden: true } },
    pin: { type: 'text', options: { isHashed: true } },
  },
  comment: {
    post: relation('post', { columnId: 'comments', ...many }),
    author: relation('user'),
    text,
    likes: { type: 'number' },
    labels: { type: 'select', options: { hasMultiple: true } },
    approved: { type: 'checkbox' },
  },
  ban: { user: relation('user'), reason: text, until: { type: 'date' } },
  archive: { title: text, user: relation('user') },
}

/** The town of the expression package's test cases as a configuration; ids equal names. */
export const WORLD: Configuration = Configuration.parse({
  tables: Object.entries(TABLES).map(([name, columns]) => ({
    id: name,
    name,
    type: name === 'user' ? 'Auth' : 'Base',
    columns: Object.entries(columns).map(([column, more]) => ({
      id: column,
      name: column,
      ...more,
    })),
  })),
})
