import type { NodeRun } from '../node/node-call.ts'
import { runApproval } from './approval/run.ts'
import { runChatgpt } from './chatgpt/run.ts'
import { runConditional } from './conditional/run.ts'
import { runDatabase } from './database/run.ts'
import { runEmail } from './email/run.ts'
import { runHttpRequest } from './http-request/run.ts'
import { runJavascript } from './javascript/run.ts'
import { runLoop } from './loop/run.ts'
import { runMerge } from './merge/run.ts'
import { runTrigger } from './parts/run-trigger.ts'
import { runRespond } from './respond/run.ts'
import { runSet } from './set/run.ts'
import { runSlack } from './slack/run.ts'
import { runSqlQuery } from './sql-query/run.ts'
import { runSubWorkflow } from './sub-workflow/run.ts'
import { runSwitch } from './switch/run.ts'
import { runTriggerManual } from './trigger-manual/run.ts'
import { runWait } from './wait/run.ts'

export const NODE_RUNS: ReadonlyMap<string, NodeRun> = new Map([
  ['trigger-manual', runTriggerManual],
  ['trigger-row', runTrigger],
  ['trigger-workflow', runTrigger],
  ['trigger-error', runTrigger],
  ['trigger-webhook', runTrigger],
  ['trigger-schedule', runTrigger],
  ['conditional', runConditional],
  ['switch', runSwitch],
  ['merge', runMerge],
  ['loop', runLoop],
  ['wait', runWait],
  ['approval', runApproval],
  ['set', runSet],
  ['sub-workflow', runSubWorkflow],
  ['respond', runRespond],
  ['http_request', runHttpRequest],
  ['database', runDatabase],
  ['sql-query', runSqlQuery],
  ['javascript', runJavascript],
  ['chatgpt', runChatgpt],
  ['email', runEmail],
  ['slack', runSlack],
])
