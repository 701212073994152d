export { createClient } from '../create-client.ts'
export { runFailures } from './failure-cases.ts'
