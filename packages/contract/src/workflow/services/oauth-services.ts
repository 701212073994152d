import { BUSINESS_SERVICES } from './business-services.ts'
import type { OauthService } from './oauth-service.ts'
import { OFFICE_SERVICES } from './office-services.ts'
import { TEAM_SERVICES } from './team-services.ts'

/** The catalogue of services for OAuth2 credentials, by label. */
export const OAUTH_SERVICES: readonly OauthService[] = [
  ...OFFICE_SERVICES,
  ...TEAM_SERVICES,
  ...BUSINESS_SERVICES,
].toSorted((one, two) => one.label.localeCompare(two.label, 'en'))
