/** The tests that run or compare the blocks of a page, by page and language. */
export const RUN: Readonly<Record<string, string>> = {
  'docs/guide/quickstart.md sh': 'e2e/quickstart/quickstart.spec.ts',
  'docs/guide/quickstart.md js': 'e2e/quickstart/quickstart.spec.ts',
  'docs/guide/quickstart.md text': 'e2e/quickstart/quickstart.spec.ts',
  'docs/guide/rules.md': 'fences/documented-rules.test.ts',
  'docs/guide/rule-language.md': 'fences/documented-language.test.ts',
  'docs/guide/field-options.md json': 'fences/reference/field-options.test.ts',
  'docs/guide/nodes.md json': 'fences/reference/nodes.test.ts',
  'docs/guide/expressions.md json':
    'apps/server/src/workflows/editing/documented-expressions.test.ts',
  'docs/guide/api-keys.md ts': 'apps/server/src/rows/write/guide-samples.test.ts',
  'docs/guide/app-users.md ts': 'apps/server/src/rows/write/guide-samples.test.ts',
  'docs/guide/client.md ts': 'apps/server/src/rows/write/guide-samples.test.ts',
  'docs/guide/client.md ts next': 'fences/documented-example.test.ts',
  'docs/guide/live-rows.md ts': 'apps/server/src/rows/write/guide-samples.test.ts',
  'docs/guide/paging-and-filtering.md ts': 'apps/server/src/rows/write/guide-samples.test.ts',
  'docs/guide/rows-api.md ts': 'apps/server/src/rows/write/guide-samples.test.ts',
  'docs/guide/webhooks.md ts': 'apps/server/src/workflows/triggers/webhook/webhook-samples.test.ts',
  'docs/guide/webhooks.md python':
    'apps/server/src/workflows/triggers/webhook/webhook-samples.test.ts',
  ...Object.fromEntries(
    [
      'backup-everything.md',
      'backups-and-export.md',
      'budgets.md',
      'delete-and-restore-a-project.md',
      'fair-shares.md',
      'members-and-roles.md',
      'retention.md',
      'rotate-keys.md',
      'stop-a-project.md',
    ].map((page) => [
      `docs/guide/${page} sh`,
      'apps/server/src/app/commands/documented-commands.test.ts',
    ]),
  ),
}

const CALLS = 'Calls with ids and tokens of one installation;'
const CHECKED = `${CALLS} their methods, paths and bodies are compared with the contract.`

/** Why the other blocks are not run, and what checks them instead. */
export const NOT_RUN: Readonly<Record<string, string>> = {
  'README.md sh': 'The first commands of the quickstart, which is followed in a new clone.',
  'docs/guide/webhooks.md go':
    'The Go toolchain is not installed on the machines that run the tests.',
  'docs/guide/webhooks.md php': 'PHP is not installed on the machines that run the tests.',
  'docs/guide/webhooks.md sh':
    'The URL of a webhook is random; the samples beside it send the same call.',
  'docs/guide/client.md sh':
    'Shows where the tarball is installed; the quickstart runs the same commands.',
  'docs/guide/client.md tsx':
    'A part of a React app; the example app notes is built and used with it.',
  'docs/guide/live-rows.md tsx':
    'A part of a React app; the test of the packed client compiles the same hook.',
  'docs/guide/command-line.md sh': 'Needs a key; the packed command line is run by its own test.',
  'docs/guide/command-line.md':
    'A session with printed ids; the packed command line is run by its own test.',
  'docs/guide/tables-and-fields.md':
    'Keys of the keyboard, which the browser tests of the table dialog press.',
  'docs/guide/workflow-editor.md markdown':
    'A note as Markdown, which the browser test of notes shows.',
  'docs/guide/computed-tables.md sql':
    'Queries on tables of the reader; the tests of Computed tables run such ones.',
  'docs/guide/computed-tables.md json': 'An answer whose ids differ in every installation.',
  'docs/guide/sql.md sql':
    'A query on tables of the reader; the browser test of the tab runs such ones.',
  'docs/guide/sql.md json': 'An answer whose time differs in every run.',
  'docs/guide/node-settings.md json': 'Parameters and an answer on tables of the reader.',
  'docs/guide/errors.md http':
    'An exchange with ids of one installation; the codes are compared with the source.',
  'docs/guide/accounts-and-mail.md json': 'Answers with addresses and times of one installation.',
  'docs/guide/workflow-and-run-lists.md json': 'Bodies and answers with ids of one installation.',
  'docs/guide/accounts-and-mail.md': CHECKED,
  'docs/guide/domains.md': CHECKED,
  'docs/guide/files.md sh': CHECKED,
  'docs/guide/first-project.md': CHECKED,
  'docs/guide/limits.md': CHECKED,
  'docs/guide/openapi.md': CHECKED,
  'docs/guide/origins.md': CHECKED,
  'docs/guide/production-access.md': CHECKED,
  'docs/guide/reauthentication.md': CHECKED,
  'docs/guide/rows-api.md sh': CHECKED,
  'docs/guide/sql.md sh': CHECKED,
  'docs/guide/table-api.md js':
    'Shows what the console prints; the browser test of the table API compares it.',
  'docs/guide/workflow-and-run-lists.md sh': CHECKED,
  'docs/guide/workflow-templates.md sh':
    'The URL of a webhook is random; the test of templates sends the same call.',
  'docs/settings.md sql': 'Needs a superuser of the database server of the reader.',
  'ARCHITECTURE.md txt':
    'A picture of the packages in characters, whose arrows the import check applies.',
  'docs/guide/budgets.md http':
    'An answer at a limit; the tests of budgets compare its code and its message.',
  'docs/guide/budgets.md csv':
    'Figures of one installation; the command above it is run, and prints this head.',
  'docs/guide/connections.md ini':
    'Settings of another host; the tests of the pooler run PgBouncer with such ones.',
  'docs/guide/containers.md sh':
    'Needs root, podman and systemd; ops/image/check.sh of .ci/full builds and runs the images.',
  'docs/guide/database-certificates.md sh': CHECKED,
  'docs/guide/documentation.md sh': 'A part of npm run build, which .ci/run executes in every run.',
  'docs/guide/fair-shares.md http':
    'Answers with the remaining rate of a moment; the command above the first is run.',
  'docs/guide/health.md console':
    'Answers with versions, addresses and times; health.test.ts compares their parts.',
  'docs/guide/kubernetes.md yaml':
    'Names a registry of the reader; kubernetes.test.ts renders every overlay.',
  'docs/guide/kubernetes.md sh':
    'Needs a cluster; kubernetes.test.ts checks each manifest against the settings.',
  'docs/guide/metrics.md console':
    'Figures of a moment; the reference test compares the names of metrics with the source.',
  'docs/guide/retention.md json':
    'One entry with ids, times and a hash that no other installation has.',
  'docs/guide/rotate-keys.md console':
    'A rotation that was killed on the way; interrupted-rotation.test.ts kills one.',
  'docs/guide/several-hosts.md sh':
    'Needs several hosts; faults workers starts them in network namespaces.',
  'docs/guide/traces.md console': 'Ids of a moment; traces.test.ts compares headers and spans.',
  'docs/guide/traces.md ini':
    'Settings of the OpenTelemetry SDK, which reads them; spans.test.ts sets a sampler.',
  'docs/guide/upgrades.md text':
    'An error about a later release; migrate-platform.test.ts opens such a database.',
  'docs/guide/upgrades.md sh':
    'Needs a published release or the key of releases; release.test.ts signs and verifies files.',
  'docs/guide/workers.md sh':
    'Needs several hosts; faults workers starts workers with these settings.',
  'docs/guide/workers.md text':
    'An error with addresses of the reader; worker-addresses.test.ts compares its words.',
}
