export { chooseStarts } from './graph/choose-starts.ts'
export type { Graph, GraphIssue, GraphNode } from './graph/graph.ts'
export { readGraph } from './graph/read-graph.ts'
export { type Trigger, triggersOf } from './graph/triggers-of.ts'
export type { Json, JsonObject } from './node/json.ts'
export { badParameter, NodeFailure } from './node/node-failure.ts'
export type { ApprovalRequest, Awaiting, JournaledOutcome, Outcome } from './node/outcome.ts'
export type {
  FileReference,
  HttpAnswer,
  HttpCall,
  Mail,
  OpenCredential,
  Ports,
  RowCall,
  ScriptAnswer,
  ScriptJob,
  SqlAnswer,
  SqlCall,
  SqlServer,
} from './node/ports.ts'
export type { Scope } from './node/scope.ts'
export { definitionOf } from './nodes/all-definitions.ts'
export { secretHeaders } from './nodes/http-request/sign-in.ts'
export { nodeDefinitions } from './nodes/node-definitions.ts'
export { effectOf, isAlwaysTested } from './nodes/node-effects.ts'
export { findDanger } from './nodes/parts/parse-answer.ts'
export { resolveText } from './run/resolve-node.ts'
export { runNode } from './run/run-node.ts'
export { type Plan, planRun } from './scheduler/plan-run.ts'
export { reusesRecord, type StepPosition } from './scheduler/reuses-record.ts'
export { type Ending, Scheduler } from './scheduler/scheduler.ts'
export type { Step } from './scheduler/step.ts'
export { executeTest, type TestExecution } from './test-run/execute-test.ts'
export { acceptShown, expectationsOf } from './test-run/expectations.ts'
export { findDifferences, nodeIdOfStep, type TestChecks } from './test-run/find-differences.ts'
export { RefusedEffect } from './test-run/refused-effect.ts'
export type { TestToExecute } from './test-run/test-to-execute.ts'
