export { chooseStarts } from './graph/choose-starts.ts'
export type { Graph, GraphIssue, GraphNode } from './graph/graph.ts'
export { readGraph } from './graph/read-graph.ts'
export { type Trigger, triggersOf } from './graph/triggers-of.ts'
export type { Json, JsonObject } from './json.ts'
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
export { resolveText } from './node/resolve-node.ts'
export { runNode } from './node/run-node.ts'
export { badParameter, NodeFailure } from './node-failure.ts'
export { secretHeaders } from './nodes/http-request/sign-in.ts'
export { nodeDefinitions } from './nodes/node-definitions.ts'
export { findDanger } from './nodes/parse-answer.ts'
export type { Scope } from './template/scope.ts'
export type { Awaiting, JournaledOutcome, Outcome } from './walk/outcome.ts'
export { type Plan, planWalk } from './walk/plan-walk.ts'
export { staysOnRecord, type TurnPlace } from './walk/stays-on-record.ts'
export type { Turn } from './walk/turn.ts'
export { type Ending, Walk } from './walk/walk.ts'
