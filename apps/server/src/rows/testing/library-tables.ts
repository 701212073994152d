const text = (id: string, name: string, options: object = {}) => ({
  id,
  name,
  type: 'text',
  options,
})
const relation = (id: string, name: string, options: object) => ({
  id,
  name,
  type: 'relation',
  options,
})
const everybody = { list: 'true', view: 'true', create: 'true', update: 'true', delete: 'true' }
const OWN = 'author = @request.auth.id'

/** A library with users, books, shelves and tags, and rules of every kind. */
export const TABLES = [
  {
    id: 'users',
    name: 'user',
    type: 'Auth',
    rules: { ...everybody, list: '', update: 'id = @request.auth.id' },
    columns: [
      { id: 'u_mail', name: 'email', type: 'email', options: { isUnique: true, isRequired: true } },
      text('u_pass', 'password', { isHashed: true, isRequired: true }),
      { id: 'u_ok', name: 'verified', type: 'checkbox' },
      text('u_role', 'role'),
      relation('u_books', 'books', {
        tableId: 'books',
        columnId: 'b_author',
        backColumnName: 'author',
        hasMultiple: true,
        isParent: true,
      }),
    ],
  },
  {
    id: 'books',
    name: 'book',
    rules: {
      list: `${OWN} || status = "open"`,
      view: `${OWN} || status = "open"`,
      create: OWN,
      update: `${OWN} && @request.body.status:changed = false || @request.auth.role = "editor"`,
      delete: OWN,
    },
    columns: [
      text('b_title', 'title', { isRequired: true, max: 40 }),
      text('b_status', 'status'),
      text('b_code', 'code', { isUnique: true }),
      text('b_secret', 'secret', { isHidden: true }),
      text('b_pin', 'pin', { isHashed: true }),
      { id: 'b_pages', name: 'pages', type: 'number', options: { min: 0, default: 0 } },
      { id: 'b_on', name: 'printedOn', type: 'date' },
      { id: 'b_data', name: 'data', type: 'json' },
      relation('b_author', 'author', {
        tableId: 'users',
        columnId: 'u_books',
        backColumnName: 'books',
        hasMultipleBack: true,
      }),
      relation('b_shelf', 'shelf', {
        tableId: 'shelves',
        columnId: 's_books',
        backColumnName: 'books',
        hasMultipleBack: true,
      }),
      relation('b_tags', 'tags', {
        tableId: 'tags',
        columnId: 't_books',
        backColumnName: 'books',
        hasMultiple: true,
        hasMultipleBack: true,
        isParent: true,
      }),
    ],
  },
  {
    id: 'shelves',
    name: 'shelf',
    rules: everybody,
    columns: [
      text('s_name', 'name'),
      relation('s_books', 'books', {
        tableId: 'books',
        columnId: 'b_shelf',
        backColumnName: 'shelf',
        hasMultiple: true,
        isParent: true,
      }),
      relation('s_slips', 'slips', {
        tableId: 'slips',
        columnId: 'l_shelf',
        backColumnName: 'shelf',
        hasMultiple: true,
        isParent: true,
      }),
    ],
  },
  {
    id: 'slips',
    name: 'slip',
    rules: everybody,
    columns: [
      relation('l_shelf', 'shelf', {
        tableId: 'shelves',
        columnId: 's_slips',
        backColumnName: 'slips',
        hasMultipleBack: true,
        isRequired: true,
      }),
    ],
  },
  {
    id: 'tags',
    name: 'tag',
    rules: { ...everybody, list: '@request.auth.id != ""', view: '@request.auth.id != ""' },
    columns: [
      text('t_name', 'name'),
      relation('t_books', 'books', {
        tableId: 'books',
        columnId: 'b_tags',
        backColumnName: 'tags',
        hasMultiple: true,
        hasMultipleBack: true,
      }),
    ],
  },
  { id: 'locks', name: 'vault', rules: empty(), columns: [text('v_word', 'word')] },
  {
    id: 'doors',
    name: 'door',
    rules: { ...everybody, list: '@const.DOOR = "open"', view: '@const.DOOR = "open"' },
    columns: [text('d_word', 'word')],
  },
]

function empty() {
  return { list: '', view: '', create: '', update: '', delete: '' }
}
