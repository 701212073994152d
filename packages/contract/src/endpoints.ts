import * as apiKey from './api-key.ts'
import * as appUser from './app-user.ts'
import * as audit from './audit.ts'
import * as auth from './auth.ts'
import * as backup from './backup-calls.ts'
import * as constant from './constant.ts'
import * as credential from './credential.ts'
import * as database from './database.ts'
import * as domain from './domain.ts'
import type { Endpoint } from './endpoint.ts'
import * as environment from './environment.ts'
import * as explain from './explain.ts'
import * as file from './file.ts'
import * as health from './health.ts'
import * as member from './member.ts'
import * as preferences from './preferences.ts'
import * as productionAccess from './production-access.ts'
import * as project from './project.ts'
import * as request from './request.ts'
import * as row from './row.ts'
import * as rowTransfer from './row-transfer.ts'
import * as run from './run-calls.ts'
import * as session from './session.ts'
import * as staff from './staff.ts'
import * as twoStep from './two-step.ts'
import * as workflow from './workflow-calls.ts'

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'access' in value && 'path' in value
}

/** Every call of the product, in the order of the areas. */
export const ENDPOINTS: readonly Endpoint[] = [
  auth,
  session,
  twoStep,
  staff,
  project,
  database,
  row,
  rowTransfer,
  explain,
  appUser,
  file,
  domain,
  member,
  environment,
  productionAccess,
  constant,
  apiKey,
  request,
  backup,
  preferences,
  workflow,
  run,
  credential,
  audit,
  health,
].flatMap((area) => Object.values(area).filter(isEndpoint))
