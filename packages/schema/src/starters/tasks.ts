import { manyToOne, OWN, SIGNED_IN, STAFF, type Starter, userColumns } from './starter.ts'

const task = (
  key: string,
  values: { title: string; status: string; due: string },
  links: { list: string; assignee?: string },
) => ({ key, table: 'tasks', values: { ...values, due: `${values.due}T12:00:00.000Z` }, links })

/** A team shares its tasks; each is changed by the user it is assigned to. Staff add the users. */
export const tasks: Starter = {
  tables: [
    {
      id: 'users',
      name: 'users',
      type: 'Auth',
      columns: userColumns('users'),
      rules: { list: SIGNED_IN, view: SIGNED_IN, create: STAFF, update: OWN, delete: STAFF },
      tests: [
        {
          id: 'users_1',
          name: 'nobody signs up',
          operation: 'create',
          expected: 'deny',
          row: { email: 'new@example.com' },
        },
        {
          id: 'users_2',
          name: 'users change their own name',
          operation: 'update',
          expected: 'allow',
          user: { id: 'ada' },
          row: { id: 'ada', name: 'Ada' },
          change: { name: 'Ada L.' },
        },
      ],
    },
    {
      id: 'lists',
      name: 'lists',
      columns: [{ id: 'lists_name', name: 'name', type: 'text', options: { isRequired: true } }],
      rules: { list: SIGNED_IN, view: SIGNED_IN, create: SIGNED_IN, update: STAFF, delete: STAFF },
      tests: [
        {
          id: 'lists_1',
          name: 'guests do not see lists',
          operation: 'list',
          expected: 'deny',
          row: { name: 'Launch' },
        },
      ],
    },
    {
      id: 'tasks',
      name: 'tasks',
      columns: [
        { id: 'tasks_title', name: 'title', type: 'text', options: { isRequired: true } },
        {
          id: 'tasks_status',
          name: 'status',
          type: 'select',
          options: { selectOptions: ['open', 'doing', 'done'], default: 'open' },
        },
        { id: 'tasks_due', name: 'due', type: 'date' },
        manyToOne({ id: 'tasks_list', name: 'list', to: 'lists', back: 'tasks' }),
        manyToOne({ id: 'tasks_assignee', name: 'assignee', to: 'users', back: 'tasks' }),
        { id: 'tasks_done', name: 'doneOn', type: 'date' },
      ],
      rules: {
        list: SIGNED_IN,
        view: SIGNED_IN,
        create: SIGNED_IN,
        update: 'assignee = @request.auth.id',
        delete: STAFF,
      },
      tests: [
        {
          id: 'tasks_1',
          name: 'users finish their own task',
          operation: 'update',
          expected: 'allow',
          user: { id: 'ada' },
          row: { title: 'Write', assignee: 'ada', status: 'open' },
          change: { status: 'done' },
        },
        {
          id: 'tasks_2',
          name: 'users cannot finish the task of another',
          operation: 'update',
          expected: 'deny',
          user: { id: 'grace' },
          row: { title: 'Write', assignee: 'ada', status: 'open' },
          change: { status: 'done' },
        },
        {
          id: 'tasks_3',
          name: 'guests do not see tasks',
          operation: 'list',
          expected: 'deny',
          row: { title: 'Write' },
        },
      ],
    },
  ],
  rows: [
    { key: 'ada', table: 'users', values: { name: 'Ada', email: 'ada@example.com' } },
    { key: 'grace', table: 'users', values: { name: 'Grace', email: 'grace@example.com' } },
    { key: 'launch', table: 'lists', values: { name: 'Launch' } },
    { key: 'later', table: 'lists', values: { name: 'Later' } },
    task(
      'write',
      { title: 'Write the announcement', status: 'doing', due: '2030-03-01' },
      { list: 'launch', assignee: 'ada' },
    ),
    task(
      'test',
      { title: 'Try the sign-in on a phone', status: 'open', due: '2030-03-04' },
      { list: 'launch', assignee: 'grace' },
    ),
    task(
      'prices',
      { title: 'Decide the prices', status: 'open', due: '2030-03-08' },
      { list: 'later', assignee: 'ada' },
    ),
    task('logo', { title: 'Draw a logo', status: 'open', due: '2030-04-01' }, { list: 'later' }),
  ],
  workflow: {
    name: 'Date a finished task',
    nodes: [
      {
        id: 'trigger',
        kind: 'trigger-row',
        label: 'Task done',
        x: 0,
        parameters: { table: 'tasks', event: 'saved', filter: 'status = "done" && doneOn = null' },
      },
      {
        id: 'date',
        kind: 'database',
        label: 'Set the date',
        x: 400,
        parameters: {
          action: 'update',
          table: 'tasks',
          id: '{{ $trigger.id }}',
          row: '{ "doneOn": "{{ $now }}" }',
        },
      },
    ],
  },
}
