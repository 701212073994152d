import { SERVER_LAYERS } from './layers.ts'

/** One planted import, the rule that must report it, and a valid import in the same file. */
export interface BoundaryPlant {
  rule: string
  file: string
  bad: string
  good: string
}

const target = 'planted-target.ts'

/** Files that the planted imports refer to, and the file that closes the planted cycle. */
export const BOUNDARY_TARGETS: Record<string, string> = {
  'packages/contract/src/planted-cycle-end.ts': "export * from './planted-cycle.ts'\n",
  ...Object.fromEntries(
    [
      'packages/contract/src',
      'packages/expression/src',
      'packages/schema/src',
      'packages/client/src',
      'apps/server/src',
      'apps/server/src/foundation/egress',
      'apps/server/src/app/testing',
      ...SERVER_LAYERS.map((layer) => `apps/server/src/${layer}`),
      'apps/console/src',
      'apps/console/src/state',
      'apps/console/src/ui',
      'apps/console/src/features/planted-one',
      'apps/console/src/features/planted-two',
      'e2e',
    ].map((folder) => [`${folder}/${target}`, 'export const target = 1\n']),
  ),
}

const packageFloors: BoundaryPlant[] = [
  ['contract', `../../schema/src/${target}`, 'zod'],
  ['expression', `../../schema/src/${target}`, '@plinth/contract'],
  ['schema', '@plinth/client', `../../expression/src/${target}`],
  ['client', '@plinth/contract', `./${target}`],
  ['cli', '@plinth/contract', './print.ts'],
  ['engine', `../../schema/src/${target}`, '@plinth/contract'],
].map(([name = '', bad = '', good = '']) => ({
  rule: `${name}-imports-only-its-floor`,
  file: `packages/${name}/src/planted-floor.ts`,
  bad,
  good,
}))

function plant(rule: string, file: string, imports: { bad: string; good: string }): BoundaryPlant {
  return { rule, file, ...imports }
}

/** For each layer: an import of the layer above it, and of a folder outside all layers. */
const layerPlants: BoundaryPlant[] = SERVER_LAYERS.flatMap((layer, at) => {
  const rule = `${layer}-imports-only-lower-layers`
  const above = SERVER_LAYERS[at + 1]
  const below = SERVER_LAYERS[at - 1] ?? layer
  const good = `../${below}/${target}`
  const file = (name: string) => `apps/server/src/${layer}/planted-${name}.ts`
  return [
    ...(above ? [{ rule, file: file('above'), bad: `../${above}/${target}`, good }] : []),
    { rule, file: file('beside'), bad: `../${target}`, good },
  ]
})

export const BOUNDARY_PLANTS: BoundaryPlant[] = [
  ...packageFloors,
  ...layerPlants,
  plant('server-files-are-in-a-layer', 'apps/server/src/app/testing/planted-folder.ts', {
    bad: `../../${target}`,
    good: `../${target}`,
  }),
  plant('a-second-sqlite-stays-apart', 'apps/server/src/databases/sqlite/planted-sqlite.ts', {
    bad: 'node:sqlite',
    good: './catalogue/open-file.ts',
  }),
  plant(
    'the-second-sqlite-is-reached-by-its-processes',
    'apps/server/src/databases/query-check/planted-compile.ts',
    { bad: './sqlite/compile-query.ts', good: './sqlite/check-sqlite-query.ts' },
  ),
  plant('project-files-open-in-one-place', 'apps/server/src/operations/export/planted-file.ts', {
    bad: 'better-sqlite3',
    good: '../../databases/sqlite/catalogue/open-file.ts',
  }),
  plant('packages-touch-no-world', 'packages/schema/src/planted-world.ts', {
    bad: 'node:fs',
    good: `./${target}`,
  }),
  plant('packages-use-only-their-libraries', 'packages/contract/src/planted-library.ts', {
    bad: 'fastify',
    good: 'zod',
  }),
  plant('console-stays-in-the-browser', 'apps/console/src/planted-server.ts', {
    bad: `../../server/src/${target}`,
    good: '@plinth/contract',
  }),
  plant('server-knows-no-screen', 'apps/server/src/app/planted-screen.ts', {
    bad: `../../../console/src/${target}`,
    good: '@plinth/contract',
  }),
  plant('server-uses-the-client-in-tests-only', 'apps/server/src/app/planted-client.ts', {
    bad: '@plinth/client',
    good: '@plinth/contract',
  }),
  plant('a-feature-imports-no-feature', 'apps/console/src/features/planted-one/planted.ts', {
    bad: `../planted-two/${target}`,
    good: `./${target}`,
  }),
  plant('only-app-imports-features', 'apps/console/src/state/planted.ts', {
    bad: `../features/planted-one/${target}`,
    good: '@plinth/contract',
  }),
  plant('ui-knows-no-domain', 'apps/console/src/ui/planted-state.ts', {
    bad: `../state/${target}`,
    good: `./${target}`,
  }),
  plant('ui-knows-no-domain', 'apps/console/src/ui/planted-contract.ts', {
    bad: '@plinth/contract',
    good: 'react',
  }),
  plant('the-durable-runtime-stays-in-its-folder', 'apps/server/src/projects/planted-run.ts', {
    bad: '@restatedev/restate-sdk',
    good: `./${target}`,
  }),
  ...['undici', 'node:http', 'node:https'].map((bad, at) =>
    plant('one-outbound-client', `apps/server/src/projects/planted-call-${at}.ts`, {
      bad,
      good: `../foundation/egress/${target}`,
    }),
  ),
  ...SERVER_LAYERS.flatMap((layer) =>
    ['pg', 'better-sqlite3'].flatMap((bad) =>
      layer === 'databases'
        ? []
        : [
            plant('drivers-stay-below', `apps/server/src/${layer}/planted-${bad}.ts`, {
              bad,
              good: `./${target}`,
            }),
          ],
    ),
  ),
  ...SERVER_LAYERS.filter((layer) => layer !== 'databases' && layer !== 'foundation').map((layer) =>
    plant('sql-lives-in-stores', `apps/server/src/${layer}/planted-statement.ts`, {
      bad: '../foundation/platform/sql.ts',
      good: `./${target}`,
    }),
  ),
  plant('sql-lives-in-stores', 'apps/server/src/projects/planted-sql.ts', {
    bad: '../foundation/platform/sql.ts',
    good: `./${target}`,
  }),
  plant('one-writer-of-step-records', 'apps/server/src/workflows/runs/execute/planted-write.ts', {
    bad: '../records/run-record-store.ts',
    good: './run-records.ts',
  }),
  plant('tests-stay-outside-the-product', 'apps/server/src/app/planted-test.ts', {
    bad: `./testing/${target}`,
    good: `./${target}`,
  }),
  plant('tests-stay-outside-the-product', 'apps/server/src/app/planted-room.ts', {
    bad: `../../../../e2e/${target}`,
    good: `./${target}`,
  }),
  plant('no-cycles', 'packages/contract/src/planted-cycle.ts', {
    bad: './planted-cycle-end.ts',
    good: `./${target}`,
  }),
  plant('no-unresolved', 'packages/contract/src/planted-nowhere.ts', {
    bad: './planted-that-is-not-there.ts',
    good: `./${target}`,
  }),
]
