import { sendNotice } from '../../accounts/notices/send-notice.ts'
import { sendConfirmation } from '../../accounts/profile/send-confirmation.ts'
import { sendPasswordReset } from '../../accounts/profile/send-password-reset.ts'
import { sendInvitation } from '../../accounts/staff/send-invitation.ts'
import type { TaskHandler } from '../../foundation/durable/durable.ts'
import type { TaskTopic } from '../../foundation/durable/outbox-store.ts'
import { runRelease } from '../../operations/releases/run-release.ts'
import { removeProject } from '../../projects/deletion/remove-project.ts'
import { provisionProject } from '../../projects/lifecycle/provision-project.ts'
import { sendBudgetWarning } from '../../projects/usage/send-budget-warning.ts'
import { createMailedCode } from '../../rows/app-sign-in/create-mailed-code.ts'
import { sendAppMail } from '../../rows/app-sign-in/send-app-mail.ts'
import { sendCodeMail } from '../../rows/app-sign-in/send-code-mail.ts'
import { protectFiles } from '../../rows/file-store/protect-files.ts'
import { watchEnvironment } from '../../rows/row-events/watch-environment.ts'
import { resumeApproval } from '../../workflows/approvals/resume-approval.ts'
import { sendApprovalMail } from '../../workflows/approvals/send-approval-mail.ts'
import { sendCredentialWarning } from '../../workflows/credentials/oauth/warnings/send-credential-warning.ts'
import type { Context } from '../context/context.ts'

/** The task handlers by topic. */
export function taskHandlers(context: Context): Record<TaskTopic, TaskHandler> {
  return {
    provisionProject: (projectId, steps) => provisionProject(context, { projectId, steps }),
    removeProject: (projectId, steps) => removeProject(context, { projectId, steps }),
    applyRelease: (releaseId, steps) => runRelease(context, { releaseId, steps }),
    watchRows: (environmentId, steps) =>
      steps.untilDone('watch', () => watchEnvironment(context, environmentId)),
    protectFiles: (environmentId, steps) =>
      steps.untilDone('protect', () => protectFiles(context, environmentId)),
    sendPasswordReset: (staffId, steps) =>
      steps.untilDone('send', () =>
        sendPasswordReset(context, { staffId, invocationId: steps.invocationId }),
      ),
    sendConfirmation: (staffId, steps) =>
      steps.untilDone('send', () =>
        sendConfirmation(context, { staffId, invocationId: steps.invocationId }),
      ),
    sendInvitation: (invitationId, steps) =>
      steps.untilDone('send', () =>
        sendInvitation(context, { invitationId, invocationId: steps.invocationId }),
      ),
    sendNotice: (noticeId, steps) =>
      steps.untilDone('send', () =>
        sendNotice(context, { noticeId, invocationId: steps.invocationId }),
      ),
    sendAppMail: (key, steps) =>
      steps.untilDone('send', () =>
        sendAppMail(context, { key, invocationId: steps.invocationId }),
      ),
    sendCodeMail: async (key, steps) => {
      const task = { key, mailId: steps.invocationId }
      await steps.untilDone('create', () => createMailedCode(context, task))
      await steps.untilDone('send', () => sendCodeMail(context, task))
    },
    sendApprovalMail: (key, steps) =>
      steps.untilDone('send', () =>
        sendApprovalMail(context, { key, invocationId: steps.invocationId }),
      ),
    sendCredentialWarning: (key, steps) =>
      steps.untilDone('send', () =>
        sendCredentialWarning(context, { key, invocationId: steps.invocationId }),
      ),
    resumeApproval: (approvalId, steps) =>
      steps.untilDone('resume', () => resumeApproval(context, approvalId)),
    sendBudgetWarning: (key, steps) =>
      steps.untilDone('send', () =>
        sendBudgetWarning(context, { key, invocationId: steps.invocationId }),
      ),
  }
}
