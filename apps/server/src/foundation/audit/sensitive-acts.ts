/** A sensitive act: the audited area and the verb, as in 'was refused: delete project'. */
export interface SensitiveAct {
  readonly area: string
  readonly verb: string
}

const act = (verb: string, area: string): SensitiveAct => ({ verb, area })

/** Endpoints whose refused calls are audited, by name. */
export const SENSITIVE_ACTS: Readonly<Record<string, SensitiveAct>> = {
  deleteProject: act('delete', 'project'),
  restoreProject: act('restore', 'project'),
  eraseProject: act('erase', 'project'),
  saveAvailability: act('change', 'availability'),
  saveProductionAccess: act('change', 'production-access'),
  runMigration: act('migrate', 'project'),
  deployDatabase: act('deploy', 'release'),
  createKey: act('create', 'key'),
  deleteKey: act('delete', 'key'),
  approveDeviceLogin: act('approve', 'personal-key'),
  createMember: act('create', 'member'),
  addMember: act('add', 'member'),
  updateMember: act('change', 'member'),
  removeMember: act('remove', 'member'),
  startBackup: act('start', 'backup'),
  downloadBackup: act('download', 'backup'),
  deleteBackup: act('delete', 'backup'),
  saveBackupSchedule: act('schedule', 'backup'),
  deleteBackupSchedule: act('unschedule', 'backup'),
  startRestore: act('restore', 'backup'),
  createCredential: act('create', 'credential'),
  updateCredential: act('change', 'credential'),
  deleteCredential: act('delete', 'credential'),
  connectCredential: act('connect', 'credential'),
  registerClient: act('register', 'credential'),
  finishConnection: act('connect', 'credential'),
  actAsAppUser: act('act as', 'app-user'),
  listAudit: act('read', 'audit'),
  saveProfile: act('change', 'profile'),
  reauthenticate: act('prove to be', 'staff'),
  beginTwoFactor: act('set two-factor authentication up for', 'staff'),
  endTwoFactor: act('turn two-factor authentication off for', 'staff'),
  startPasskey: act('add', 'passkey'),
  addPasskey: act('add', 'passkey'),
  removePasskey: act('remove', 'passkey'),
  renewRecoveryCodes: act('renew recovery codes of', 'staff'),
  inviteStaff: act('invite', 'staff'),
  disableStaff: act('disable', 'staff'),
  restoreStaff: act('restore', 'staff'),
  saveSsoProvider: act('change', 'identity-provider'),
  deleteSsoProvider: act('delete', 'identity-provider'),
  finishSsoProof: act('prove to be', 'staff'),
  disconnectIdentity: act('disconnect', 'identity'),
  disconnectStaffIdentity: act('disconnect', 'identity'),
  saveStaffPolicy: act('change the policy for', 'staff'),
}
