import { manyToOne, OWN, SIGNED_IN, STAFF, type Starter, userColumns } from './starter.ts'

const BY_AUTHOR = 'author = @request.auth.id'
const PUBLISHED = 'post.status = "published"'

const post = (key: string, title: string, text: string, status: string) => ({
  key,
  table: 'posts',
  values: {
    title,
    text,
    status,
    ...(status === 'published' ? { publishedOn: '2026-01-05T09:00:00.000Z' } : {}),
  },
  links: { author: 'ada' },
})

const comment = (key: string, text: string, on: string) => ({
  key,
  table: 'comments',
  values: { text },
  links: { post: on, author: 'grace' },
})

/** Guests read what is published and can sign up; users write posts and comments. */
export const blog: Starter = {
  tables: [
    {
      id: 'users',
      name: 'users',
      type: 'Auth',
      columns: userColumns('users'),
      rules: { list: STAFF, view: OWN, create: 'true', update: OWN, delete: OWN },
      tests: [
        {
          id: 'users_1',
          name: 'guests sign up',
          operation: 'create',
          expected: 'allow',
          row: { email: 'new@example.com' },
        },
        {
          id: 'users_2',
          name: 'users do not see the account of another',
          operation: 'view',
          expected: 'deny',
          user: { id: 'grace' },
          row: { id: 'ada', email: 'ada@example.com' },
        },
      ],
    },
    {
      id: 'posts',
      name: 'posts',
      columns: [
        { id: 'posts_title', name: 'title', type: 'text', options: { isRequired: true } },
        { id: 'posts_text', name: 'text', type: 'text', options: { max: null, isRichText: true } },
        {
          id: 'posts_status',
          name: 'status',
          type: 'select',
          options: { selectOptions: ['draft', 'published'], default: 'draft' },
        },
        { id: 'posts_published', name: 'publishedOn', type: 'date' },
        manyToOne({ id: 'posts_author', name: 'author', to: 'users', back: 'posts' }),
      ],
      rules: {
        list: `status = "published" || ${BY_AUTHOR}`,
        view: `status = "published" || ${BY_AUTHOR}`,
        create: `${SIGNED_IN} && ${BY_AUTHOR}`,
        update: BY_AUTHOR,
        delete: BY_AUTHOR,
      },
      tests: [
        {
          id: 'posts_1',
          name: 'guests read a published post',
          operation: 'view',
          expected: 'allow',
          row: { title: 'Hello', status: 'published', author: 'ada' },
        },
        {
          id: 'posts_2',
          name: 'others do not read a draft',
          operation: 'view',
          expected: 'deny',
          user: { id: 'grace' },
          row: { title: 'Hello', status: 'draft', author: 'ada' },
        },
        {
          id: 'posts_3',
          name: 'nobody writes in the name of another',
          operation: 'create',
          expected: 'deny',
          user: { id: 'grace' },
          row: { title: 'Hello', author: 'ada' },
        },
      ],
    },
    {
      id: 'comments',
      name: 'comments',
      columns: [
        { id: 'comments_text', name: 'text', type: 'text', options: { isRequired: true } },
        manyToOne({
          id: 'comments_post',
          name: 'post',
          to: 'posts',
          back: 'comments',
          isRequired: true,
        }),
        manyToOne({ id: 'comments_author', name: 'author', to: 'users', back: 'comments' }),
      ],
      rules: {
        list: PUBLISHED,
        view: PUBLISHED,
        create: `${SIGNED_IN} && ${BY_AUTHOR} && ${PUBLISHED}`,
        update: BY_AUTHOR,
        delete: `${BY_AUTHOR} || post.author = @request.auth.id`,
      },
      tests: [
        {
          id: 'comments_1',
          name: 'users comment on a published post',
          operation: 'create',
          expected: 'allow',
          user: { id: 'grace' },
          row: { text: 'Nice', post: 'hello', author: 'grace' },
          others: { posts: [{ id: 'hello', status: 'published', author: 'ada' }] },
        },
        {
          id: 'comments_2',
          name: 'nobody comments on a draft',
          operation: 'create',
          expected: 'deny',
          user: { id: 'grace' },
          row: { text: 'Nice', post: 'hello', author: 'grace' },
          others: { posts: [{ id: 'hello', status: 'draft', author: 'ada' }] },
        },
      ],
    },
  ],
  rows: [
    { key: 'ada', table: 'users', values: { name: 'Ada', email: 'ada@example.com' } },
    { key: 'grace', table: 'users', values: { name: 'Grace', email: 'grace@example.com' } },
    post('hello', 'Hello', 'The first post of this blog.', 'published'),
    post('rules', 'Who reads what', 'Drafts are seen by their author.', 'published'),
    post('ideas', 'Ideas for later', 'Nobody else sees this yet.', 'draft'),
    comment('welcome', 'Welcome!', 'hello'),
    comment('thanks', 'That explains it.', 'rules'),
  ],
  workflow: {
    name: 'Date a published post',
    nodes: [
      {
        id: 'trigger',
        kind: 'trigger-row',
        label: 'Post published',
        x: 0,
        parameters: {
          table: 'posts',
          event: 'saved',
          filter: 'status = "published" && publishedOn = null',
        },
      },
      {
        id: 'date',
        kind: 'database',
        label: 'Set the date',
        x: 400,
        parameters: {
          action: 'update',
          table: 'posts',
          id: '{{ $trigger.id }}',
          row: '{ "publishedOn": "{{ $now }}" }',
        },
      },
    ],
  },
}
