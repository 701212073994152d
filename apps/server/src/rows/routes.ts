import type { Route } from '../foundation/http/calls/route.ts'
import { actAsAppUser } from './app-accounts/act-as-app-user.ts'
import { endAppSessions } from './app-accounts/end-app-sessions.ts'
import { eraseAppUser } from './app-accounts/erasure/erase-app-user.ts'
import { planAppUserErasure } from './app-accounts/erasure/plan-app-user-erasure.ts'
import { exportAppUser } from './app-accounts/export/export-app-user.ts'
import { getAppAccount } from './app-accounts/get-app-account.ts'
import { listAppAccounts } from './app-accounts/list-app-accounts.ts'
import { removeAppIdentity } from './app-accounts/remove-app-identity.ts'
import { removeAppPasskey } from './app-accounts/remove-app-passkey.ts'
import { saveAppAccount } from './app-accounts/save-app-account.ts'
import { sendAppReset } from './app-accounts/send-app-reset.ts'
import { addUserPasskey } from './app-passkeys/add-user-passkey.ts'
import { confirmUserPasskey } from './app-passkeys/confirm-user-passkey.ts'
import { listUserPasskeys } from './app-passkeys/list-user-passkeys.ts'
import { removeUserPasskey } from './app-passkeys/remove-user-passkey.ts'
import { renameUserPasskey } from './app-passkeys/rename-user-passkey.ts'
import { startUserPasskey } from './app-passkeys/start-user-passkey.ts'
import { startUserPasskeySignIn } from './app-passkeys/start-user-passkey-sign-in.ts'
import { confirmUserProvider } from './app-providers/confirm-user-provider.ts'
import { deleteAppProvider } from './app-providers/delete-app-provider.ts'
import { finishUserProvider } from './app-providers/finish-user-provider.ts'
import { linkUserIdentity } from './app-providers/link-user-identity.ts'
import { listAppProviders } from './app-providers/list-app-providers.ts'
import { listUserIdentities } from './app-providers/list-user-identities.ts'
import { listUserProviders } from './app-providers/list-user-providers.ts'
import { saveAppProvider } from './app-providers/save-app-provider.ts'
import { startUserLink } from './app-providers/start-user-link.ts'
import { startUserProvider } from './app-providers/start-user-provider.ts'
import { unlinkUserIdentity } from './app-providers/unlink-user-identity.ts'
import { askUserCode } from './app-sign-in/ask-user-code.ts'
import { confirmUserCode } from './app-sign-in/confirm-user-code.ts'
import { confirmUserLink } from './app-sign-in/confirm-user-link.ts'
import { listAppSignIn } from './app-sign-in/list-app-sign-in.ts'
import { openUserLink } from './app-sign-in/open-user-link.ts'
import { saveAppSignIn } from './app-sign-in/save-app-sign-in.ts'
import { changeUserPassword } from './app-users/change-user-password.ts'
import { refreshUser } from './app-users/refresh-user.ts'
import { requestUserReset } from './app-users/request-user-reset.ts'
import { resetUserPassword } from './app-users/reset-user-password.ts'
import { signInUser } from './app-users/sign-in-user.ts'
import { signOutUser } from './app-users/sign-out-user.ts'
import { signUpUser } from './app-users/sign-up-user.ts'
import { verifyUser } from './app-users/verify-user.ts'
import type { RowsContext } from './context.ts'
import { getFileLinks } from './files/get-file-links.ts'
import { getImageDownloadUrl } from './files/get-image-download-url.ts'
import { requestImageUpload } from './files/request-image-upload.ts'
import { requestUpload } from './files/request-upload.ts'
import { changeLiveSubscriptions } from './live/change-live-subscriptions.ts'
import { getLiveUsage } from './live/get-live-usage.ts'
import { streamLiveRows } from './live/stream-live-rows.ts'
import { countRows } from './read/count-rows.ts'
import { explainRow } from './read/explain-row.ts'
import { getRow } from './read/get-row.ts'
import { listRelated } from './read/list-related.ts'
import { listRows } from './read/list-rows.ts'
import { runQuery } from './read/run-query.ts'
import { getConfiguration } from './request/get-configuration.ts'
import { getDataOpenapi } from './request/get-data-openapi.ts'
import { getDataOverview } from './request/get-data-overview.ts'
import { getDataTypes } from './request/get-data-types.ts'
import { getRequestChart } from './request-log/get-request-chart.ts'
import { listIndexOffers } from './request-log/list-index-offers.ts'
import { listRequests } from './request-log/list-requests.ts'
import { exportRows } from './transfer/export-rows.ts'
import { importRows } from './transfer/import-rows.ts'
import { createRow } from './write/create-row.ts'
import { deleteRow } from './write/delete-row.ts'
import { deleteRows } from './write/delete-rows.ts'
import { patchRow, updateRow } from './write/update-row.ts'
import { updateRows } from './write/update-rows.ts'

export const rowRoutes: readonly Route<RowsContext>[] = [
  getConfiguration,
  getDataOpenapi,
  getDataOverview,
  getDataTypes,

  getRow,
  listRows,
  listRelated,
  countRows,
  createRow,
  updateRow,
  patchRow,
  updateRows,
  deleteRow,
  deleteRows,
  importRows,
  exportRows,
  explainRow,
  runQuery,

  streamLiveRows,
  changeLiveSubscriptions,
  getLiveUsage,

  signUpUser,
  signInUser,
  refreshUser,
  signOutUser,
  changeUserPassword,
  verifyUser,
  requestUserReset,
  resetUserPassword,
  askUserCode,
  confirmUserCode,
  openUserLink,
  confirmUserLink,
  listUserProviders,
  startUserProvider,
  finishUserProvider,
  confirmUserProvider,
  startUserLink,
  listUserIdentities,
  linkUserIdentity,
  unlinkUserIdentity,
  listUserPasskeys,
  startUserPasskey,
  addUserPasskey,
  renameUserPasskey,
  removeUserPasskey,
  startUserPasskeySignIn,
  confirmUserPasskey,

  listAppSignIn,
  saveAppSignIn,
  listAppAccounts,
  listAppProviders,
  saveAppProvider,
  deleteAppProvider,
  getAppAccount,
  saveAppAccount,
  endAppSessions,
  sendAppReset,
  removeAppIdentity,
  removeAppPasskey,
  actAsAppUser,
  exportAppUser,
  planAppUserErasure,
  eraseAppUser,

  listRequests,
  getRequestChart,
  listIndexOffers,

  requestUpload,
  getFileLinks,
  requestImageUpload,
  getImageDownloadUrl,
]
