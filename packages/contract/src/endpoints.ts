import * as auth from './people/auth.ts'
import * as deviceLogin from './people/device-login.ts'
import * as mail from './people/mail.ts'
import * as member from './people/member.ts'
import * as passkey from './people/passkey.ts'
import * as personalKey from './people/personal-key.ts'
import * as preferences from './people/preferences.ts'
import * as session from './people/session.ts'
import * as sso from './people/sso.ts'
import * as ssoGroups from './people/sso-groups.ts'
import * as ssoIdentity from './people/sso-identity.ts'
import * as ssoLogout from './people/sso-logout.ts'
import * as ssoProof from './people/sso-proof.ts'
import * as ssoProvider from './people/sso-provider.ts'
import * as staff from './people/staff.ts'
import * as twoFactor from './people/two-factor.ts'
import * as apiKey from './project/api-key.ts'
import * as audit from './project/audit.ts'
import * as availability from './project/availability.ts'
import * as backup from './project/backup.ts'
import * as budget from './project/budget.ts'
import * as constant from './project/constant.ts'
import * as database from './project/database.ts'
import * as deletedProject from './project/deleted-project.ts'
import * as domain from './project/domain.ts'
import * as environment from './project/environment.ts'
import * as origin from './project/origin.ts'
import * as productionAccess from './project/production-access.ts'
import * as project from './project/project.ts'
import * as region from './project/region.ts'
import * as savedQuery from './project/saved-query.ts'
import * as tableView from './project/table-view.ts'
import type { Endpoint } from './protocol/endpoint.ts'
import * as health from './protocol/health.ts'
import * as appAccount from './rows/app-account.ts'
import * as appCode from './rows/app-code.ts'
import * as appIdentity from './rows/app-identity.ts'
import * as appPasskey from './rows/app-passkey.ts'
import * as appProvider from './rows/app-provider.ts'
import * as appSignIn from './rows/app-sign-in.ts'
import * as appUser from './rows/app-user.ts'
import * as dataOpenapi from './rows/data-openapi.ts'
import * as explain from './rows/explain.ts'
import * as file from './rows/file.ts'
import * as live from './rows/live.ts'
import * as query from './rows/query.ts'
import * as request from './rows/request.ts'
import * as row from './rows/row.ts'
import * as rowCount from './rows/row-count.ts'
import * as rowTransfer from './rows/row-transfer.ts'
import * as appApproval from './workflow/app-approval.ts'
import * as approval from './workflow/approval.ts'
import * as credential from './workflow/credential.ts'
import * as run from './workflow/run.ts'
import * as workflow from './workflow/workflow.ts'
import * as workflowTest from './workflow/workflow-test.ts'

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'access' in value && 'path' in value
}

/** All endpoints of the API, grouped by area. */
export const ENDPOINTS: readonly Endpoint[] = [
  auth,
  session,
  deviceLogin,
  personalKey,
  twoFactor,
  passkey,
  sso,
  ssoGroups,
  ssoIdentity,
  ssoLogout,
  ssoProof,
  ssoProvider,
  staff,
  mail,
  project,
  region,
  deletedProject,
  database,
  row,
  rowTransfer,
  live,
  rowCount,
  dataOpenapi,
  explain,
  query,
  savedQuery,
  tableView,
  appUser,
  appCode,
  appSignIn,
  appProvider,
  appIdentity,
  appPasskey,
  appAccount,
  file,
  domain,
  origin,
  member,
  environment,
  productionAccess,
  availability,
  budget,
  constant,
  apiKey,
  request,
  backup,
  preferences,
  workflow,
  workflowTest,
  run,
  approval,
  appApproval,
  credential,
  audit,
  health,
].flatMap((area) => Object.values(area).filter(isEndpoint))
