import { DOCUMENTED_WORKFLOW_LIMITS } from './documented-workflow-limits.ts'

/** Limits that users meet: their constants, with the lines of docs/guide/limits.md that have their figures. */
export const DOCUMENTED_LIMITS: Readonly<Record<string, string>> = {
  ...DOCUMENTED_WORKFLOW_LIMITS,
  'packages/contract/src/people/sso-groups.ts#MAX_GROUP_RULES':
    'rules from groups of the identity provider to projects',
  'packages/contract/src/people/sso-provider.ts#MAX_SSO_DOMAINS':
    'domains of the identity provider whose people get accounts',
  'packages/contract/src/rows/app-provider.ts#MAX_APP_PROVIDERS': 'providers of an Auth table',
  'packages/contract/src/rows/app-sign-in.ts#MAX_REDIRECTS': 'redirects of an Auth table',
  'packages/contract/src/rows/app-mail.ts#MAX_MAIL_SUBJECT':
    'characters of the subject of a mail to app users',
  'packages/contract/src/rows/app-mail.ts#MAX_MAIL_TEXT':
    'characters of the text of a mail to app users',
  'packages/contract/src/rows/app-sign-in.ts#MAX_SESSION_DAYS': 'days of a session of an app user',
  'packages/contract/src/rows/app-account.ts#MAX_LISTED_SESSIONS':
    'sessions of an app user that staff see',
  'packages/contract/src/rows/app-account.ts#MAX_ACT_AS_REASON':
    'characters of the reason to act as an app user',
  'packages/contract/src/rows/app-account.ts#MAX_EXPORTS_AT_ONCE':
    'exports of persons of a project at the same time, in a process',
  'packages/contract/src/rows/app-account.ts#MAX_ERASED_ROWS':
    'rows that the erasure of one person deletes',
  'packages/contract/src/rows/app-code.ts#MAX_CODE_TRIES': 'tries of a mailed code',
  'packages/contract/src/rows/app-code.ts#MAX_REDIRECT_LENGTH':
    'characters of the page that a mailed link leads to',
  'packages/contract/src/rows/row.ts#MAX_ROWS': 'rows of one page',
  'packages/contract/src/rows/row.ts#MAX_LINKS': 'ids in the column of a relation',
  'apps/server/src/rows/statements/select/read-view.ts#MAX_DEPTH':
    'depth of relations in `$withRelation` and `$columns`',
  'apps/server/src/rows/statements/select/read-view.ts#MAX_RELATIONS':
    'relations that one answer returns',
  'apps/server/src/rows/read/list-rows.ts#MAX_OFFSET': 'rows that a page by number can skip',
  'packages/contract/src/rows/row-count.ts#MAX_COUNTED_ROWS':
    'rows that the console counts in a table',
  'apps/server/src/rows/read/count-rows.ts#MAX_MS':
    'time to count the rows of tables in the console',
  'apps/server/src/rows/runners/postgres/external-log.ts#MAX_EVENT_CHARACTERS':
    'characters of a row event in an external database, old and new row together',
  'apps/server/src/rows/runners/postgres/fair-connections.ts#MAX_WAITING':
    'statements of one environment that wait for a connection to PostgreSQL',
  'apps/server/src/rows/runners/postgres/fair-connections.ts#MAX_WAIT_MS':
    'statements of one environment that wait for a connection to PostgreSQL',
  'apps/server/src/rows/runners/sqlite/sqlite-worker-pool.ts#MAX_QUEUED_PER_FILE':
    'statements that wait for one SQLite file',
  'apps/server/src/rows/runners/sqlite/sqlite-worker-pool.ts#MAX_QUEUED':
    'statements that wait for all SQLite files of a process',
  'apps/server/src/rows/runners/log-retention.ts#MAX_KEPT_CHANGES':
    "changes of live tables that an environment's log keeps",
  'apps/server/src/rows/runners/log-retention.ts#MAX_KEPT_BYTES':
    "bytes of the changes that an environment's log keeps",
  'packages/client/src/live/poll-rows.ts#MAX_ROWS':
    'rows of a subscription that the client polls behind a proxy',
  'packages/contract/src/rows/live.ts#MAX_INITIAL_ROWS':
    'rows that a live subscription begins with',
  'packages/contract/src/rows/live.ts#MAX_SUBSCRIPTIONS': 'subscriptions of one stream of changes',
  'packages/contract/src/rows/live.ts#MAX_SUBSCRIPTION_TEXT':
    'characters of the `subscriptions` parameter of a stream',
  'apps/server/src/rows/live/limits/live-limits.ts#MAX_SUBSCRIPTION_CHARACTERS':
    'characters of all subscriptions of one stream',
  'apps/server/src/rows/live/limits/live-limits.ts#MAX_SUBSCRIPTION_BYTES':
    'memory that all subscriptions of a process count',
  'apps/server/src/rows/live/limits/live-limits.ts#MAX_SUBSCRIPTION_BYTES_OF_PROJECT':
    'memory that the subscriptions of a project count in a process, dev and production together',
  'apps/server/src/rows/live/limits/live-limits.ts#MAX_SUBSCRIPTION_BYTES_OF_CALLER':
    'memory that the subscriptions of one user, key or member of staff, or of the guests of one network, count in a process',
  'apps/server/src/rows/live/limits/live-limits.ts#MAX_DATABASE_SUBSCRIPTIONS':
    'subscriptions of an environment in a process whose rows are read from the database',
  'apps/server/src/rows/live/limits/live-limits.ts#MAX_DATABASE_SUBSCRIPTIONS_OF_CALLER':
    'such subscriptions of one user, key or member of staff, or of the guests of one network',
  'apps/server/src/rows/live/judge/sent-ids.ts#MAX_SENT_IDS':
    'rows that a live subscription is known to have, if rules or filters read other tables',
  'apps/server/src/rows/live/limits/live-limits.ts#MAX_JUDGE_STEPS':
    'comparisons of a rule or filter on one changed row',
  'apps/server/src/rows/live/limits/live-limits.ts#MAX_JUDGED_CHARACTERS':
    'characters that a rule and a filter compare on one change, each comparison counted',
  'apps/server/src/rows/live/limits/live-limits.ts#MAX_ACCOUNT_BYTES':
    "bytes of a user's row that access rules read, for live rows",
  'apps/server/src/rows/live/limits/live-limits.ts#MAX_READ_MS_OF_CALLER':
    'time in which the database reads changed rows for the filters of one caller, for changes that are delivered at once',
  'apps/server/src/rows/live/limits/live-limits.ts#MAX_JUDGE_MS_OF_CALLER':
    'time in which the filters of one caller are compared in memory, for changes that are delivered at once',
  'apps/server/src/rows/live/limits/live-limits.ts#MAX_WAITING_READS_OF_CALLER':
    'subscriptions of one user, key or member of staff, or of the guests of one network, that wait for their initial rows, one of each stream',
  'apps/server/src/rows/live/limits/live-limits.ts#MAX_PAIRS_OF_STATEMENT':
    'pairs of a changed row and an app user that one statement judges for live rows',
  'apps/server/src/rows/live/limits/live-limits.ts#MAX_STREAMS_OF_CALLER':
    'streams of changes of one user, key or member of staff in an environment of a process',
  'apps/server/src/rows/live/limits/live-limits.ts#MAX_STREAMS_OF_NETWORK':
    'streams of changes of guests of one network in an environment of a process',
  'apps/server/src/rows/live/limits/live-limits.ts#MAX_BACKLOG_BYTES':
    'bytes of changes that a client has not read, once 256 KB are unread',
  'apps/server/src/rows/live/processes/process-calls.ts#MAX_WAITING_OF_ENVIRONMENT':
    'changes of streams of an environment that a process hands to another one at once',
  'apps/server/src/rows/live/processes/process-calls.ts#MAX_WAITING_OF_CALLER':
    'such changes of one user, key or member of staff, or of the guests of one network, to all processes',
  'apps/server/src/rows/live/limits/live-limits.ts#MAX_STALLED_MS':
    'time in which a client of a stream reads nothing of what it was sent',
  'apps/server/src/rows/values/check-plain.ts#MAX_LINKS': 'ids that a write sends for one relation',
  'apps/server/src/rows/values/check-file.ts#MAX_FILES': 'files in one field',
  'apps/server/src/rows/values/check-file.ts#MAX_LENGTH': "characters of a file's name, key or URL",
  'apps/server/src/rows/values/check-plain.ts#MAX_LEVELS': 'levels of a JSON value',
  'apps/server/src/rows/statements/expression/match.ts#MAX_PATTERN_BYTES':
    'bytes of a pattern in a `like` comparison',
  'apps/server/src/foundation/http/parsing/limit-body.ts#MAX_BYTES':
    'bodies of 256 KB and more that are under way in a process',
  'apps/server/src/foundation/http/parsing/limit-body.ts#MAX_OF_CALLER':
    'bodies of 256 KB and more that are under way in a process',
  'apps/server/src/foundation/http/handling/unread-answers.ts#MAX_OF_ENVIRONMENT':
    'answers of 256 KB and more that were not read yet, in a process',
  'apps/server/src/foundation/http/handling/unread-answers.ts#MAX_OF_CALLER':
    'answers of 256 KB and more that were not read yet, in a process',
  'apps/server/src/foundation/http/server/build-app.ts#MAX_URL':
    'characters of the address of a request',
  'apps/server/src/foundation/http/handling/send-events.ts#MAX_STREAMS':
    'event streams of one member of staff in a process',
  'apps/server/src/foundation/settings/trusted-proxies.ts#MAX_HOPS':
    'trusted proxies, if they are given as a number',
  'packages/contract/src/rows/query.ts#MAX_QUERY_LENGTH': 'characters of a raw query',
  'apps/server/src/databases/query-check/check-query.ts#MAX_BYTES':
    'bytes of the query of a Computed table',
  'apps/server/src/databases/query-check/postgres/parse-select.ts#MAX_TOKENS':
    'tokens of a query for PostgreSQL',
  'apps/server/src/databases/query-check/postgres/list-nodes.ts#MAX_DEPTH':
    'nesting of a query for PostgreSQL',
  'apps/server/src/rows/runners/sqlite/sqlite-query-process.ts#MAX_VALUE_BYTES':
    'bytes of one value that a query on SQLite builds',
  'packages/contract/src/rows/row-transfer.ts#MAX_IMPORTED_ROWS': 'rows of an import',
  'apps/server/src/rows/transfer/read-body-lines.ts#MAX_BYTES': 'bytes of an import',
  'apps/server/src/rows/transfer/read-body-lines.ts#MAX_LINE_BYTES':
    'bytes of one line of an import',
  'packages/contract/src/rows/row-transfer.ts#MAX_IMPORT_ISSUES':
    'refused lines that an import lists',
  'apps/server/src/rows/transfer/import-check.ts#MAX_HASHED':
    'values of hashed fields in an import',
  'apps/server/src/rows/files/upload-length.ts#MAX_UNSIZED_BYTES':
    'bytes of an upload whose size is not announced',
  'apps/server/src/rows/files/thumbnail/make-thumbnails.ts#MAX_BYTES':
    'bytes of an image that gets a thumbnail',
  'apps/server/src/rows/files/thumbnail/inside/main.ts#MAX_PIXELS':
    'pixels of an image that gets a thumbnail',
  'packages/schema/src/model/limits.ts#TABLE_LIMIT': 'tables of a project',
  'packages/schema/src/model/limits.ts#COLUMN_LIMIT': 'fields of a table',
  'packages/schema/src/model/limits.ts#HISTORY_LIMIT': 'undo steps of a draft',
  'apps/server/src/databases/engine/migration-row.ts#MAX_MIGRATIONS':
    'entries in the log of migrations',
  'packages/contract/src/project/saved-query.ts#MAX_SAVED_QUERIES': 'saved queries of a project',
  'packages/contract/src/project/table-view.ts#MAX_TABLE_VIEWS': 'views of one member in a project',
  'packages/contract/src/project/origin.ts#MAX_ORIGINS': 'allowed origins of an environment',
  'packages/contract/src/people/passkey.ts#MAX_PASSKEYS': 'passkeys of one account',
  'packages/contract/src/people/personal-key.ts#MAX_PERSONAL_KEYS': 'personal keys of one account',
  'packages/contract/src/project/availability.ts#MAX_AVAILABILITY_REASON':
    'characters of the reason for stopping a project',
  'packages/contract/src/project/budget.ts#MAX_LIMIT': 'largest number of a budget',
  'apps/server/src/projects/usage/usage-span.ts#MAX_DAYS': 'days that one request for usage covers',
  'apps/server/src/rows/request-log/get-request-chart.ts#MAX_SPAN_MS':
    'days that the chart of requests covers',
  'packages/contract/src/workflow/workflow.ts#MAX_NODES': 'nodes of a workflow',
  'packages/contract/src/workflow/workflow.ts#MAX_CONNECTIONS': 'connections of a workflow',
  'packages/contract/src/workflow/workflow-shapes.ts#MAX_NOTES': 'notes of a workflow',
  'packages/contract/src/workflow/workflow-shapes.ts#MAX_TAGS': 'tags of a workflow',
  'packages/contract/src/workflow/workflow-shapes.ts#MAX_TAG_LENGTH': 'characters of a tag',
  'apps/server/src/foundation/durable/execute-run.ts#MAX_RUN_MS': 'time of a run',
  'packages/contract/src/workflow/workflow-test-shapes.ts#MAX_WORKFLOW_TESTS':
    'tests of a workflow',
  'packages/contract/src/workflow/workflow-test-shapes.ts#MAX_TEST_BYTES':
    'bytes of a workflow test',
  'packages/contract/src/workflow/workflow-test-shapes.ts#MAX_TESTS_BYTES':
    'size of all tests of a workflow',
  'packages/contract/src/workflow/workflow-test-shapes.ts#MAX_EXPECTATIONS':
    'expectations of a workflow test',
  'packages/contract/src/workflow/workflow-test-shapes.ts#MAX_TEST_PINS':
    'recorded answers of a workflow test',
  'packages/contract/src/workflow/workflow-test-shapes.ts#MAX_TEST_MS': 'time of a workflow test',
  'apps/server/src/rows/runners/sqlite/sqlite-sandbox.ts#MAX_COPIED_BYTES':
    'size of a SQLite file whose rows a workflow test changes',
  'apps/server/src/rows/runners/postgres/postgres-sandbox.ts#MAX_OPEN_MS':
    'time for which a workflow test locks rows on PostgreSQL',
  'apps/server/src/rows/runners/postgres/postgres-sandbox.ts#MAX_IDLE_MS':
    'time until PostgreSQL rolls back a workflow test of a stopped process',
  'apps/server/src/operations/releases/plan-workflow-tests.ts#MAX_TESTS_MS':
    'time of all workflow tests before a deploy',
  'packages/contract/src/workflow/approval-shapes.ts#MAX_APPROVAL_TITLE':
    'characters of the title of an approval',
  'packages/contract/src/workflow/approval-shapes.ts#MAX_APPROVAL_DETAILS':
    'characters of the details of an approval',
  'packages/contract/src/workflow/approval-shapes.ts#MAX_APPROVAL_FIELDS':
    'fields of the form of an approval',
  'packages/contract/src/workflow/approval-shapes.ts#MAX_APPROVAL_LABEL':
    'characters of a label or an option in the form of an approval',
  'packages/contract/src/workflow/approval-shapes.ts#MAX_APPROVERS': 'approvers of an approval',
  'packages/contract/src/workflow/approval-shapes.ts#MAX_APPROVER_LENGTH':
    'characters of an entry of the approvers',
  'packages/contract/src/workflow/approval-shapes.ts#MAX_APPROVER_URL':
    'characters of the address of a system that decides an approval',
  'packages/contract/src/workflow/approval-shapes.ts#MAX_APPROVAL_RULE':
    'characters of the rule for app users who decide',
  'packages/contract/src/workflow/approval-shapes.ts#MAX_APPROVAL_TEXT':
    'characters of a comment or a text in the form of an approval',
  'apps/server/src/foundation/egress/read-body.ts#MAX_BYTES': 'response to an HTTP request node',
  'apps/server/src/foundation/egress/call-out.ts#MAX_REDIRECTS':
    'redirects that an HTTP request node follows',
  'apps/server/src/foundation/egress/sql-target.ts#MAX_STATEMENT_MS':
    'time of a statement in another database',
  'apps/server/src/foundation/egress/sql-target.ts#MAX_RESULT_ROWS':
    'rows of a statement in another database',
  'apps/server/src/foundation/egress/sql-target.ts#MAX_BYTES':
    "bytes of a statement's result in another database",
  'apps/server/src/foundation/egress/look-up-txt.ts#MAX_MS': 'time of a DNS lookup for a domain',
}
