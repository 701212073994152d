/** Limits of workflows that users meet, with how the page of limits describes them. */
export const DOCUMENTED_WORKFLOW_LIMITS: Readonly<Record<string, string>> = {
  'apps/server/src/workflows/credentials/oauth/request-tokens.ts#MAX_TOKEN_LENGTH':
    'characters of an access or refresh token of an OAuth2 credential',
  'apps/server/src/workflows/credentials/oauth/request-tokens.ts#MAX_SCOPE_LENGTH':
    'characters of the granted scopes that an OAuth2 credential shows',
  'apps/server/src/workflows/credentials/oauth/warnings/warning-limit.ts#MAX_WARNING_MAILS':
    'mails about OAuth2 connections of a project to one address in a day',
  'apps/server/src/workflows/triggers/schedule/schedule.ts#LONGEST': 'characters of a schedule',
  'apps/server/src/workflows/triggers/schedule/choose-due.ts#MAX_CAUGHT_UP':
    'missed times that a schedule catches up on',
  'packages/engine/src/scheduler/scheduler.ts#MAX_STEPS': 'steps of a run',
  'apps/server/src/workflows/runs/start/start-triggered-run.ts#MAX_DEPTH':
    'runs that start each other in a chain',
  'packages/engine/src/nodes/loop/run.ts#MAX_ITEMS': 'items of a loop',
  'packages/engine/src/nodes/parts/units.ts#MAX_WAIT_MS': 'time of a wait',
  'packages/engine/src/test-run/bounded-compare.ts#MAX_COMPARISON_STEPS':
    'comparison steps of all expectations of a workflow test',
  'packages/engine/src/test-run/execute-test.ts#MAX_TEST_DATA':
    'data of all steps of a workflow test',
  'apps/server/src/workflows/workflow-tests/test-queues.ts#MAX_PER_PERSON':
    'workflow tests of one person at once',
  'apps/server/src/workflows/workflow-tests/test-queues.ts#MAX_WAITING':
    'workflow tests of one person that wait',
  'apps/server/src/workflows/workflow-tests/test-queues.ts#MAX_WAIT_MS':
    'time that a workflow test waits',
  'apps/server/src/workflows/workflow-tests/test-queues.ts#MAX_WAITING_GATES':
    'deploys of one project that wait to run their tests',
  'apps/server/src/workflows/workflow-tests/test-queues.ts#MAX_GATE_WAIT_MS':
    'time that a deploy waits to run its tests',
  'apps/server/src/workflows/workflow-tests/test-queues.ts#MAX_WAITING_SANDBOXES':
    'workflow tests of an environment that wait to change rows',
  'apps/server/src/workflows/workflow-tests/run-test.ts#PATTERN_LIMIT_MS':
    'time of a pattern in a workflow test',
  'apps/server/src/workflows/definitions/tests-store.ts#MAX_TESTS_OF_RUN':
    'workflow tests that the answer of a deleted run names',
  'apps/server/src/workflows/workflow-tests/run-test.ts#MAX_DIFFERENCES':
    'differences that a workflow test shows',
  'apps/server/src/workflows/approvals/start-approval.ts#MAX_WAITING_APPROVALS':
    'approvals of an environment that wait at the same time',
  'apps/server/src/workflows/approvals/app-users/user-approval-store.ts#MAX_SHOWN':
    'approvals in the list of an app user',
  'apps/server/src/workflows/approvals/approver-store.ts#MAX_RECIPIENTS':
    'members that are mailed about one approval',
  'apps/server/src/workflows/approvals/approval-limit.ts#MAX_PROJECT_MAILS':
    'mails about approvals of a project in an hour',
  'apps/server/src/workflows/approvals/approval-limit.ts#MAX_ADDRESS_MAILS':
    'mails about approvals of a project to one address in a day',
  'apps/server/src/workflows/approvals/approval-limit.ts#MAX_LINK_CALLS':
    'calls with wrong links of approvals from one network in 10 minutes',
  'apps/server/src/workflows/runs/execute/execute-step.ts#MAX_RESULT': 'result of a node',
  'apps/server/src/workflows/runs/execute/run-records.ts#MAX_LOGS': "log lines of a run's step",
  'packages/engine/src/run/resolve-node.ts#EXPRESSIONS_LIMIT_MS':
    'time of the expressions of a node',
  'apps/server/src/workflows/script-runner/inside/in-isolate.ts#MAX_RESULT': 'result of a script',
  'apps/server/src/workflows/script-runner/inside/in-isolate.ts#MAX_LOGS': 'log lines of a script',
  'apps/server/src/workflows/script-runner/runner-process.ts#MAX_MEMORY': 'memory of a script',
  'apps/server/src/workflows/script-runner/open-runner.ts#MAX_PER_PROJECT':
    'scripts of one project that a worker executes at once',
  'apps/server/src/workflows/script-runner/open-runner.ts#MAX_WAITING':
    'previews of one project that wait for a script runner',
  'packages/engine/src/nodes/sql-query/run.ts#MAX_VALUES': 'values of a SQL query node',
  'apps/server/src/workflows/credentials/try-credential.ts#TIME_LIMIT_MS':
    'time of the test of a credential',
  'apps/server/src/workflows/triggers/webhook/hook-limit.ts#MAX_CONCURRENT':
    'calls that a process handles at once',
  'apps/server/src/workflows/triggers/webhook/hook-limit.ts#MAX_OF_PROJECT':
    'calls that a process handles at once',
  'apps/server/src/workflows/triggers/webhook/hook-limit.ts#MAX_FAILURES':
    'failed attempts of one caller in a minute',
  'apps/server/src/workflows/triggers/webhook/read-hook-body.ts#MAX_FIELDS':
    'fields of a form or query in a webhook call',
}
