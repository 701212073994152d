import type { Route } from '../foundation/http/calls/route.ts'
import type { AccountsContext } from './context.ts'
import { addMember } from './members/add-member.ts'
import { createMember } from './members/create-member.ts'
import { listMembers } from './members/list-members.ts'
import { listOrgUsers } from './members/list-org-users.ts'
import { removeMember } from './members/remove-member.ts'
import { updateMember } from './members/update-member.ts'
import { getMailStatus } from './notices/get-mail-status.ts'
import { sendTestMail } from './notices/send-test-mail.ts'
import { addPasskey } from './passkeys/add-passkey.ts'
import { listPasskeys } from './passkeys/list-passkeys.ts'
import { removePasskey } from './passkeys/remove-passkey.ts'
import { renamePasskey } from './passkeys/rename-passkey.ts'
import { startPasskey } from './passkeys/start-passkey.ts'
import { startPasskeyProof } from './passkeys/start-passkey-proof.ts'
import { startPasskeySignIn } from './passkeys/start-passkey-sign-in.ts'
import { startSsoPasskey } from './passkeys/start-sso-passkey.ts'
import { approveDeviceLogin } from './personal-keys/approve-device-login.ts'
import { denyDeviceLogin } from './personal-keys/deny-device-login.ts'
import { findDeviceLogin } from './personal-keys/find-device-login.ts'
import { listPersonalKeys } from './personal-keys/list-personal-keys.ts'
import { pollDeviceLogin } from './personal-keys/poll-device-login.ts'
import { revokePersonalKey } from './personal-keys/revoke-personal-key.ts'
import { startDeviceLogin } from './personal-keys/start-device-login.ts'
import { listPreferences } from './preferences/list-preferences.ts'
import { savePreferences } from './preferences/save-preferences.ts'
import { requestPasswordReset } from './profile/request-password-reset.ts'
import { resetPassword } from './profile/reset-password.ts'
import { saveProfile } from './profile/save-profile.ts'
import { getDevUser } from './sign-in/get-dev-user.ts'
import { getMe } from './sign-in/get-me.ts'
import { listSessions } from './sign-in/list-sessions.ts'
import { reauthenticate } from './sign-in/reauthenticate.ts'
import { revokeSession } from './sign-in/revoke-session.ts'
import { signIn } from './sign-in/sign-in.ts'
import { signOut } from './sign-in/sign-out.ts'
import { finishSsoConnection } from './sso/connection/finish-sso-connection.ts'
import { startSsoConnection } from './sso/connection/start-sso-connection.ts'
import { deleteSsoProvider } from './sso/delete-sso-provider.ts'
import { disconnectIdentity } from './sso/disconnect-identity.ts'
import { disconnectStaffIdentity } from './sso/disconnect-staff-identity.ts'
import { finishSso } from './sso/finish-sso.ts'
import { getSsoIdentity } from './sso/get-sso-identity.ts'
import { getSsoOptions } from './sso/get-sso-options.ts'
import { getSsoProvider } from './sso/get-sso-provider.ts'
import { finishSsoProof } from './sso/proof/finish-sso-proof.ts'
import { startSsoProof } from './sso/proof/start-sso-proof.ts'
import { saveSsoProvider } from './sso/save-sso-provider.ts'
import { startSso } from './sso/start-sso.ts'
import { getSsoGroups } from './sso-groups/get-sso-groups.ts'
import { saveSsoGroups } from './sso-groups/save-sso-groups.ts'
import { logoutSso } from './sso-logout/logout-sso.ts'
import { acceptInvitation } from './staff/accept-invitation.ts'
import { approveStaff } from './staff/approve-staff.ts'
import { disableStaff } from './staff/disable-staff.ts'
import { getStaffPolicy } from './staff/get-staff-policy.ts'
import { inviteStaff } from './staff/invite-staff.ts'
import { listInvitations } from './staff/list-invitations.ts'
import { listStaff } from './staff/list-staff.ts'
import { openInvitation } from './staff/open-invitation.ts'
import { restoreStaff } from './staff/restore-staff.ts'
import { saveStaffPolicy } from './staff/save-staff-policy.ts'
import { withdrawInvitation } from './staff/withdraw-invitation.ts'
import { beginTwoFactor } from './two-factor/begin-two-factor.ts'
import { confirmTwoFactor } from './two-factor/confirm-two-factor.ts'
import { endTwoFactor } from './two-factor/end-two-factor.ts'
import { getTwoFactor } from './two-factor/get-two-factor.ts'
import { renewRecoveryCodes } from './two-factor/renew-recovery-codes.ts'

export const accountRoutes: readonly Route<AccountsContext>[] = [
  signIn,
  getMe,
  getDevUser,
  signOut,
  requestPasswordReset,
  resetPassword,
  startDeviceLogin,
  pollDeviceLogin,
  findDeviceLogin,
  approveDeviceLogin,
  denyDeviceLogin,
  listPersonalKeys,
  revokePersonalKey,
  listSessions,
  revokeSession,
  reauthenticate,
  saveProfile,

  getSsoOptions,
  startSso,
  finishSso,
  getSsoProvider,
  saveSsoProvider,
  deleteSsoProvider,
  logoutSso,
  getSsoGroups,
  saveSsoGroups,
  startSsoProof,
  startSsoConnection,
  finishSsoConnection,
  finishSsoProof,
  getSsoIdentity,
  disconnectIdentity,
  disconnectStaffIdentity,

  getTwoFactor,
  beginTwoFactor,
  confirmTwoFactor,
  renewRecoveryCodes,
  endTwoFactor,

  listPasskeys,
  startPasskey,
  addPasskey,
  renamePasskey,
  removePasskey,
  startPasskeySignIn,
  startSsoPasskey,
  startPasskeyProof,

  listStaff,
  disableStaff,
  restoreStaff,
  approveStaff,
  listInvitations,
  inviteStaff,
  withdrawInvitation,
  acceptInvitation,
  openInvitation,
  getStaffPolicy,
  saveStaffPolicy,

  getMailStatus,
  sendTestMail,

  listMembers,
  createMember,
  addMember,
  updateMember,
  removeMember,
  listOrgUsers,

  listPreferences,
  savePreferences,
]
