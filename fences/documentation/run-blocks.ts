/** The tests that run or compare blocks of code, with how many of each page and language; pages are those of the guide. */
export const RUN: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'e2e/quickstart/quickstart.spec.ts': {
    'quickstart.md sh': 4,
    'quickstart.md js': 2,
    'quickstart.md text': 2,
  },
  'fences/documented-rules.test.ts': {
    'rules.md': 20,
  },
  'fences/documented-language.test.ts': {
    'rule-language.md': 1,
  },
  'fences/documented-example.test.ts': {
    'client.md ts next': 6,
  },
  'fences/reference/field-options.test.ts': {
    'field-options.md json': 12,
  },
  'fences/reference/nodes.test.ts': {
    'nodes.md json': 22,
  },
  'apps/server/src/workflows/editing/documented-expressions.test.ts': {
    'expressions.md json': 1,
  },
  'apps/server/src/rows/write/guide-samples.test.ts': {
    'api-keys.md ts': 1,
    'app-users.md ts': 2,
    'client.md ts': 5,
    'live-rows.md ts': 1,
    'paging-and-filtering.md ts': 4,
    'rows-api.md ts': 1,
  },
  'apps/server/src/app/commands/cli-tests.test.ts': {
    'workflow-tests.md json': 1,
    'workflow-tests.md console': 1,
  },
  'apps/server/src/rows/app-sign-in/guide-sample.test.ts': {
    'app-sign-in.md ts': 4,
  },
  'apps/server/src/rows/app-accounts/act-as-sample.test.ts': {
    'users.md ts': 1,
  },
  'apps/server/src/workflows/approvals/app-users/guide-sample.test.ts': {
    'approvals.md ts': 1,
  },
  'apps/server/src/workflows/triggers/webhook/webhook-samples.test.ts': {
    'webhooks.md ts': 1,
    'webhooks.md python': 1,
    'webhooks.md go': 1,
    'webhooks.md php': 1,
  },
  'apps/server/src/app/commands/documented-commands.test.ts': {
    'backup-everything.md sh': 4,
    'backups-and-export.md sh': 3,
    'budgets.md sh': 3,
    'delete-and-restore-a-project.md sh': 4,
    'fair-shares.md sh': 1,
    'members-and-roles.md sh': 1,
    'retention.md sh': 1,
    'rotate-keys.md sh': 1,
    'stop-a-project.md sh': 2,
  },
  'apps/server/src/app/commands/documented-command-line.test.ts': {
    'command-line.md sh': 1,
    'command-line.md console': 3,
  },
  'apps/server/src/app/http-tests/documentation/documented-accounts.test.ts': {
    'accounts-and-mail.md sh': 3,
  },
  'apps/server/src/app/http-tests/documentation/documented-projects.test.ts': {
    'domains.md console': 1,
    'first-project.md sh': 2,
    'openapi.md console': 4,
    'origins.md console': 2,
    'production-access.md sh': 1,
    'reauthentication.md console': 1,
  },
  'apps/server/src/app/http-tests/documentation/documented-rows.test.ts': {
    'computed-tables.md sql': 2,
    'computed-tables.md json': 1,
    'errors.md sh': 1,
    'files.md sh': 1,
    'limits.md sh': 3,
    'rows-api.md sh': 5,
    'sql.md sql': 1,
    'sql.md sh': 1,
    'sql.md json': 1,
  },
  'apps/server/src/app/http-tests/documentation/documented-workflows.test.ts': {
    'node-settings.md json': 3,
    'webhooks.md sh': 1,
    'workflow-and-run-lists.md sh': 3,
    'workflow-and-run-lists.md json': 2,
    'workflow-templates.md sh': 1,
  },
  'apps/server/src/foundation/egress/database-tls.test.ts': {
    'database-certificates.md sh': 1,
  },
}

/** Why the other blocks are not run, with how many there are, and what checks them instead. */
export const NOT_RUN: Readonly<Record<string, readonly [count: number, reason: string]>> = {
  '../../README.md sh': [
    1,
    'The first commands of the quickstart, which is followed in a new clone.',
  ],
  'approvals.md json': [
    1,
    'What another system is sent; resume-by-url.test.ts receives it on a server of its own.',
  ],
  'client.md sh': [
    1,
    'Shows where the tarball is installed; the quickstart runs the same commands.',
  ],
  'client.md tsx': [1, 'A part of a React app; the example app notes is built and used with it.'],
  'live-rows.md tsx': [
    1,
    'A part of a React app; the test of the packed client compiles the same hook.',
  ],
  'command-line.md sh': [
    1,
    'Installs a program for the whole machine; cli-package.test.ts installs it in a folder.',
  ],
  'command-line.md console': [
    1,
    'Waits for a person at a browser; cli-package.test.ts approves such a login.',
  ],
  'rule-language.md': [
    1,
    'The grammar of sorting, which is no code; the samples of paging-and-filtering.md use it.',
  ],
  'credentials.md json': [
    1,
    'It signs in at Google, which tests cannot reach; those of OAuth2 use a provider of their own.',
  ],
  'single-sign-on.md': [
    2,
    'The answer without a provider, and operator commands that the tests of break-glass accounts call.',
  ],
  'tables-and-fields.md': [
    1,
    'Keys of the keyboard, which the browser tests of the table dialog press.',
  ],
  'workflow-editor.md markdown': [1, 'A note as Markdown, which the browser test of notes shows.'],
  'table-api.md js': [
    1,
    'Shows what the console prints; the browser test of the table API compares it.',
  ],
  '../settings.md sql': [
    1,
    'Needs a superuser of the database server of the reader; own-cluster.ts creates a role with these rights.',
  ],
  '../../ARCHITECTURE.md txt': [
    1,
    'A picture of the packages in characters, whose arrows the import check applies.',
  ],
  'budgets.md http': [
    1,
    'An answer at a limit; the tests of budgets compare its code and its message.',
  ],
  'budgets.md csv': [
    1,
    'Figures of one installation; the command above it is run, and prints this head.',
  ],
  'connections.md ini': [
    2,
    'Settings of another host; the tests of the pooler run PgBouncer with such ones.',
  ],
  'containers.md sh': [
    2,
    'Needs root and podman; ops/image/check.sh and ops/check-tarball.sh of .ci/full run them as written.',
  ],
  'documentation.md sh': [1, 'A part of npm run build, which .ci/run executes in every run.'],
  'fair-shares.md http': [
    2,
    'Answers with the remaining rate of a moment; the command above the first is run.',
  ],
  'health.md console': [
    2,
    'Answers with versions, addresses and times; health.test.ts compares their parts.',
  ],
  'kubernetes.md yaml': [
    1,
    'Names a registry of the reader; kubernetes.test.ts renders every overlay.',
  ],
  'kubernetes.md sh': [
    2,
    'Needs a cluster; kubernetes.test.ts checks each manifest against the settings.',
  ],
  'metrics.md console': [
    1,
    'Figures of a moment; the reference test compares the names of metrics with the source.',
  ],
  'retention.md json': [1, 'One entry with ids, times and a hash that no other installation has.'],
  'rotate-keys.md console': [
    1,
    'A rotation that was killed on the way; interrupted-rotation.test.ts kills one.',
  ],
  'several-hosts.md sh': [
    1,
    'Needs several hosts; faults workers starts them in network namespaces.',
  ],
  'traces.md console': [1, 'Ids of a moment; traces.test.ts compares headers and spans.'],
  'traces.md ini': [
    1,
    'Settings of the OpenTelemetry SDK, which reads them; spans.test.ts sets a sampler.',
  ],
  'upgrades.md text': [
    1,
    'An error about a later release; migrate-platform.test.ts opens such a database.',
  ],
  'upgrades.md sh': [
    2,
    'Needs a published release or the key of releases; release.test.ts signs and verifies files.',
  ],
  'workers.md sh': [1, 'Needs several hosts; faults workers starts workers with these settings.'],
  'workers.md text': [
    1,
    'An error with addresses of the reader; worker-addresses.test.ts compares its words.',
  ],
}
