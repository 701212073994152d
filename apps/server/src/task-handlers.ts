import { sendAppMail } from './app-user/send-app-mail.ts'
import { sendPasswordReset } from './auth/send-password-reset.ts'
import type { Context } from './context.ts'
import type { TaskHandler } from './durable/durable.ts'
import { protectFiles } from './file/protect-files.ts'
import type { TaskTopic } from './platform/outbox-store.ts'
import { provisionProject } from './project/provision-project.ts'
import { removeProject } from './project/remove-project.ts'
import { runRelease } from './release/run-release.ts'
import { watchEnvironment } from './row-event/watch-environment.ts'
import { sendInvitation } from './staff/send-invitation.ts'

/** What runs durably, by the topic that asks for it. */
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
      steps.untilDone('send', () => sendPasswordReset(context, { staffId, runId: steps.runId })),
    sendInvitation: (invitationId, steps) =>
      steps.untilDone('send', () => sendInvitation(context, { invitationId, runId: steps.runId })),
    sendAppMail: (key, steps) =>
      steps.untilDone('send', () => sendAppMail(context, { key, runId: steps.runId })),
  }
}
