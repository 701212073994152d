export { nodeDefinitions, RUNNING_KINDS } from './nodes/node-definitions.ts'
