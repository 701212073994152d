const tests = (count: number) => (count === 1 ? '1 test' : `${count} tests`)

export const workflowTestStrings = {
  run: (name: string) => `Run the tests of ${name}`,
  none: 'This workflow has no tests',
  noneText: 'Open one of its runs and choose Make a test.',
  passed: (count: number) => `${tests(count)} passed`,
  failed: (failed: number, all: number) => `${failed} of ${tests(all)} failed`,
  names: (names: readonly string[]) =>
    `${names.slice(0, 3).join(', ')}${names.length > 3 ? ', …' : ''}. Open the workflow and choose Tests.`,
  notRun: 'Could not run the tests',
} as const
