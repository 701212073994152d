const text = (id: string, name: string) => ({ id, name, type: 'text' })
const relation = (id: string, name: string, options: object) => ({
  id,
  name,
  type: 'relation',
  options: { hasMultipleBack: true, ...options },
})
const rules = { list: 'true', view: 'true', create: 'true', update: 'true', delete: 'true' }
const MANY = { hasMultiple: true }

/** Writers with many posts, and posts with many tags; secret posts are for staff. */
export const BLOG_TABLES = [
  {
    id: 'users',
    name: 'user',
    type: 'Auth',
    rules,
    columns: [
      { id: 'u_mail', name: 'email', type: 'email', options: { isUnique: true, isRequired: true } },
      { ...text('u_pass', 'password'), options: { isHashed: true, isRequired: true } },
      { id: 'u_ok', name: 'verified', type: 'checkbox' },
      text('u_role', 'role'),
    ],
  },
  {
    id: 'writers',
    name: 'writer',
    rules,
    columns: [
      text('w_name', 'name'),
      { ...text('w_note', 'note'), options: { isHidden: true } },
      relation('w_posts', 'posts', {
        tableId: 'posts',
        columnId: 'p_author',
        backColumnName: 'author',
        hasMultiple: true,
        hasMultipleBack: false,
      }),
    ],
  },
  {
    id: 'posts',
    name: 'post',
    rules: { ...rules, view: 'isSecret != true' },
    columns: [
      text('p_title', 'title'),
      { id: 'p_secret', name: 'isSecret', type: 'checkbox' },
      relation('p_author', 'author', {
        tableId: 'writers',
        columnId: 'w_posts',
        backColumnName: 'posts',
        isParent: true,
      }),
      relation('p_tags', 'tags', {
        tableId: 'tags',
        columnId: 't_posts',
        backColumnName: 'posts',
        isParent: true,
        ...MANY,
      }),
    ],
  },
  {
    id: 'tags',
    name: 'tag',
    rules,
    columns: [
      text('t_name', 'name'),
      relation('t_posts', 'posts', {
        tableId: 'posts',
        columnId: 'p_tags',
        backColumnName: 'tags',
        ...MANY,
      }),
    ],
  },
]
