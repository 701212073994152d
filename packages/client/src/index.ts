export { ApiError } from './api-error.ts'
export {
  type CallAnswer,
  type CallInput,
  type CallOptions,
  type Client,
  type ClientOptions,
  createClient,
  pathOf,
} from './create-client.ts'
