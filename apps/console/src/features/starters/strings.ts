import type { StarterId } from '@plinth/schema'

export const STARTER_STEPS = ['tables', 'rows', 'workflow'] as const
export type StarterStep = (typeof STARTER_STEPS)[number]

interface StarterWords {
  name: string
  text: string
  details: readonly string[]
}

const starters: Readonly<Record<StarterId, StarterWords>> = {
  shop: {
    name: 'Shop',
    text: 'Products that everyone sees, and orders.',
    details: [
      'Tables products and orders, with seven sample rows.',
      'Guests read the products on offer and place orders; only staff see the orders. Six rule tests check it.',
      'The workflow “Price a new order” copies the price of the product into each new order.',
    ],
  },
  tasks: {
    name: 'Tasks',
    text: 'Lists of tasks that a team shares.',
    details: [
      'Tables users, lists and tasks, with eight sample rows. The sample users have random passwords.',
      'Signed-in users read all tasks and change their own; staff add the users. Six rule tests check it.',
      'The workflow “Date a finished task” records when a task was done.',
    ],
  },
  blog: {
    name: 'Blog with sign-up',
    text: 'Posts and comments of users who sign up.',
    details: [
      'Tables users, posts and comments, with seven sample rows. The sample users have random passwords.',
      'Guests read published posts and can sign up; authors change their own posts. Seven rule tests check it.',
      'The workflow “Date a published post” records when a post was published.',
    ],
  },
}

export const starterStrings = {
  starters,
  choose: 'Or start with an example',
  title: (name: string) => `Example: ${name}`,
  description: 'Everything is created in dev and can be changed or deleted afterwards.',
  database: (name: string) => `The tables are created in ${name}.`,
  cancel: 'Cancel',
  close: 'Close',
  create: 'Create',
  retry: 'Try again',
  progress: 'Progress',
  steps: {
    tables: 'Create the tables and sync the database',
    rows: 'Add the sample rows',
    workflow: 'Add and activate the workflow',
  } satisfies Record<StarterStep, string>,
  states: { waiting: 'waiting', running: 'running', done: 'done', failed: 'failed' },
  takingBack: 'Removing what was created…',
  failed: (reason: string) => `${reason} Nothing was kept.`,
  stuck: (reason: string) =>
    `${reason} What was created could not be removed: delete the tables under Data and the workflow under Workflow, or try to undo the release under Migration history.`,
  stale: 'Another user changed the tables of this project meanwhile.',
  ready: (name: string) => `${name} is ready`,
  readyText: (counts: { tables: number; rows: number }) =>
    `${counts.tables} tables, ${counts.rows} rows and a workflow.`,
} as const
