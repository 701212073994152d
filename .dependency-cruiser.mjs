import { SERVER_LAYERS } from './fences/layers.ts'

/** Who may import whom; ARCHITECTURE.md draws the same picture. */
const packages = {
  contract: [],
  expression: ['contract'],
  schema: ['contract', 'expression'],
  client: [],
  cli: [],
  engine: ['contract', 'expression'],
}

const packageFences = Object.entries(packages).map(([name, allowed]) => ({
  name: `${name}-imports-only-its-floor`,
  comment: 'Arrows between packages go down only.',
  severity: 'error',
  // Tests of the client compare it with the contract.
  from: { path: `^packages/${name}/`, pathNot: '^packages/client/.*\\.test\\.ts$' },
  to: {
    path: '^(packages|apps|e2e|spec|fences|bench|faults|ops)/',
    pathNot: `^packages/(${[name, ...allowed].join('|')})/`,
  },
}))

/** Everything of the server that is not in a layer or below it is above it, a folder added later included. */
const layerFences = SERVER_LAYERS.map((layer, at) => ({
  name: `${layer}-imports-only-lower-layers`,
  comment: 'A lower layer declares an interface; app/ registers what implements it.',
  severity: 'error',
  from: { path: `^apps/server/src/${layer}/`, pathNot: '(\\.test\\.ts$|/testing/)' },
  to: {
    path: '^apps/server/src/',
    pathNot: `^apps/server/src/(${SERVER_LAYERS.slice(0, at + 1).join('|')})/`,
  },
}))

export default {
  forbidden: [
    ...packageFences,
    ...layerFences,
    {
      name: 'server-files-are-in-a-layer',
      comment: 'A folder beside the layers has no place in their order.',
      severity: 'error',
      from: {},
      to: {
        path: '^apps/server/src/',
        pathNot: `^apps/server/src/(${SERVER_LAYERS.join('|')})/`,
      },
    },
    {
      name: 'packages-touch-no-world',
      comment: 'A package reads no file, no environment, no clock and no socket.',
      severity: 'error',
      from: {
        path: '^packages/',
        pathNot: '(\\.test\\.ts$|/testing/|^packages/client/build/|^packages/cli/)',
      },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'packages-use-only-their-libraries',
      comment:
        'contract and schema know zod, client knows eventsource-parser and react-query; the others know nothing from outside.',
      severity: 'error',
      from: {
        path: '^packages/',
        pathNot: '(\\.test\\.tsx?$|/testing/|^packages/(client|cli)/build/)',
      },
      to: {
        dependencyTypes: [
          'npm',
          'npm-dev',
          'npm-optional',
          'npm-peer',
          'npm-no-pkg',
          'npm-unknown',
        ],
        pathNot: 'node_modules/(zod|eventsource-parser|react|@types/react|@tanstack/react-query)/',
      },
    },
    {
      name: 'console-stays-in-the-browser',
      severity: 'error',
      from: { path: '^apps/console/' },
      to: { path: '^(apps/server|packages/engine)/' },
    },
    {
      name: 'server-knows-no-screen',
      severity: 'error',
      from: { path: '^apps/server/' },
      to: { path: '^apps/console/' },
    },
    {
      name: 'server-uses-the-client-in-tests-only',
      severity: 'error',
      from: { path: '^apps/server/', pathNot: '(\\.test\\.ts$|/testing/)' },
      to: { path: '^packages/client/' },
    },
    {
      name: 'a-feature-imports-no-feature',
      severity: 'error',
      from: { path: '^apps/console/src/features/([^/]+)/' },
      to: { path: '^apps/console/src/features/', pathNot: '^apps/console/src/features/$1/' },
    },
    {
      name: 'only-app-imports-features',
      severity: 'error',
      from: { path: '^apps/console/src/(ui|state|api)/' },
      to: { path: '^apps/console/src/(features|app)/' },
    },
    {
      name: 'ui-knows-no-domain',
      severity: 'error',
      from: { path: '^apps/console/src/ui/' },
      to: { path: '^(packages/|apps/console/src/(state|api)/)' },
    },
    {
      name: 'the-durable-runtime-stays-in-its-folder',
      severity: 'error',
      from: { path: '^apps/server/', pathNot: '^apps/server/src/foundation/(durable|embedded)/' },
      to: { path: 'node_modules/@restatedev/' },
    },
    {
      name: 'one-outbound-client',
      comment:
        "Everything that leaves this machine goes through egress/; the durable runtime's address is the installation's own.",
      severity: 'error',
      from: {
        path: '^apps/server/src/',
        pathNot:
          '(^apps/server/src/foundation/(egress/|durable/request-runtime\\.ts$)|\\.test\\.ts$|/testing/)',
      },
      to: { path: '(node_modules/undici/|^(node:)?https?$)' },
    },
    {
      name: 'sql-lives-in-stores',
      comment: 'SQL is written in stores, databases/ and the compiler of row statements.',
      severity: 'error',
      from: {
        path: '^apps/server/src/',
        pathNot: [
          '(-store\\.ts$|\\.test\\.ts$|/testing/)',
          '^apps/server/src/(foundation/(platform|pubsub)|databases|rows/(statements|runners))/',
        ],
      },
      to: { path: '^apps/server/src/foundation/platform/sql\\.ts$' },
    },
    {
      name: 'drivers-stay-below',
      comment:
        'Stores, databases/, the runners of row statements and what connects for the platform or for a workflow use drivers.',
      severity: 'error',
      from: {
        path: '^apps/server/src/',
        pathNot: [
          '(-store\\.ts$|\\.test\\.ts$|/testing/)',
          '^apps/server/src/(foundation/(platform|pubsub|egress|embedded)|databases|rows/runners)/',
        ],
      },
      to: { path: 'node_modules/(@types/)?(pg|better-sqlite3)/' },
    },
    {
      name: 'a-second-sqlite-stays-apart',
      comment:
        "Closing a file that another copy of SQLite in the process has open drops that copy's POSIX locks: node:sqlite serves in-memory checks and the process of one query.",
      severity: 'error',
      from: {
        path: '^(packages|apps)/',
        pathNot:
          '^apps/server/src/(databases/query-check/sqlite/(compile-query|prepare-query|query-authorizer)|rows/runners/sqlite/sqlite-query-process)\\.ts$',
      },
      to: { path: '^(node:)?sqlite$' },
    },
    {
      name: 'the-second-sqlite-is-reached-by-its-processes',
      severity: 'error',
      from: {
        path: '^apps/server/src/',
        pathNot:
          '(^apps/server/src/(databases/query-check/sqlite/|rows/runners/sqlite/sqlite-query-process\\.ts$)|\\.test\\.ts$)',
      },
      to: {
        path: '^apps/server/src/databases/query-check/sqlite/(compile-query|prepare-query|query-authorizer)\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'project-files-open-in-one-place',
      comment: "open-file.ts sets what every connection to a project's file needs.",
      severity: 'error',
      from: {
        path: '^apps/server/src/',
        pathNot:
          '(^apps/server/src/(databases/sqlite/catalogue/open-file|foundation/embedded/data-folder/lock-data-dir)\\.ts$|\\.test\\.ts$|/testing/)',
      },
      to: { path: 'node_modules/better-sqlite3/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'one-writer-of-step-records',
      comment:
        "RunRecords keeps the order of a run's writes, on which a crash relies; see PROTOCOL.md of runs/.",
      severity: 'error',
      from: {
        path: '^apps/server/src/',
        pathNot:
          '(^apps/server/src/workflows/runs/execute/run-records\\.ts$|\\.test\\.ts$|/testing/)',
      },
      to: { path: '^apps/server/src/workflows/runs/records/run-record-store\\.ts$' },
    },
    {
      name: 'tests-stay-outside-the-product',
      severity: 'error',
      from: { path: '^(packages|apps)/', pathNot: '(\\.test\\.tsx?$|/testing/)' },
      to: { path: '(\\.test\\.tsx?$|/testing/|^(e2e|spec|fences|bench|faults|ops)/)' },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-unresolved', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(packages|apps)/[^/]+/(dist|\\.types)/|^\\.types/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
}
