/**
 * Files that test limits of time with work of about that length, such as answers of 10 MB within the 2 seconds of a
 * statement, or checks of health that wait for other servers. They run one after another when nothing else does.
 */
export const ALONE = [
  'src/app/health/health.test.ts',
  'src/rows/read/large-answers.test.ts',
  'src/rows/read/large-ruled-rows.test.ts',
  'src/rows/runners/postgres/postgres-readers.test.ts',
  'src/rows/runners/sqlite/sqlite-query.test.ts',
  'src/rows/runners/sqlite/sqlite-runner.test.ts',
]

export const SHARED = {
  globalSetup: ['src/app/testing/global-setup.ts'],
  // In always-replay mode a run with large results is read again at each of its waits.
  testTimeout: process.env.PLINTH_ALWAYS_REPLAY === 'true' ? 180_000 : 60_000,
  hookTimeout: 120_000,
  // The machine may be busy; passing tests do not wait.
  expect: { poll: { timeout: 30_000 } },
  // Node imports the sources itself, as in production; through Vite each file costs a second of processor time more.
  experimental: { viteModuleRunner: false, nodeLoader: false },
}
