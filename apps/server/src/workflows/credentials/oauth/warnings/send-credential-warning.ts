import type { WorkflowsContext } from '../../../context.ts'
import { findWarning, type Warning, type WarningKind } from './warning-store.ts'

type Parts = Pick<WorkflowsContext, 'db' | 'env' | 'log' | 'mailer' | 'warningLimit'>

/** Names are texts of people: they get one line. */
const inLine = (text: string) => text.replaceAll(/\s+/g, ' ')

const endOf = ({ endsAt }: Warning) => endsAt?.toUTCString() ?? ''

const SUBJECTS: Readonly<Record<WarningKind, (warning: Warning) => string>> = {
  ending: (warning) => `The connection ${inLine(warning.credential)} ends on ${endOf(warning)}`,
  lost: ({ credential }) => `The connection ${inLine(credential)} no longer works`,
}

const EXPLANATIONS: Readonly<Record<WarningKind, (warning: Warning) => string[]>> = {
  ending: (warning) => [
    `The authorization ends on ${endOf(warning)}. Workflows that use it fail after that.`,
    'Connect it again before then:',
  ],
  lost: ({ failure }) => [
    `${failure ?? 'The authorization has ended.'} Workflows that use it fail.`,
    'Open it, and connect it again:',
  ],
}

function writeMail(kind: WarningKind, { warning, baseUrl }: { warning: Warning; baseUrl: string }) {
  const { projectId, project, environment, credential, credentialId } = warning
  const place = `environment=${environment}&tab=credentials&credential=${credentialId}`
  return {
    to: warning.email,
    subject: SUBJECTS[kind](warning),
    text: [
      `The OAuth2 connection "${inLine(credential)}" of the project "${inLine(project)}" (${environment}) ${kind === 'ending' ? 'ends soon' : 'no longer works'}.`,
      ...EXPLANATIONS[kind](warning),
      `${baseUrl}/project/${projectId}/workflow?${place}`,
    ].join('\n'),
  }
}

/**
 * Mails one person that a connection ends or was lost. Does nothing if it was connected again since, if the person has
 * left the project or was mailed too often, or without a mail server.
 */
export async function sendCredentialWarning(
  { db, env, log, mailer, warningLimit }: Parts,
  { key, invocationId }: { key: string; invocationId: string },
): Promise<void> {
  const [name, credentialId = '', staffId = ''] = key.split('/')
  const kind: WarningKind = name === 'ending' ? 'ending' : 'lost'
  if (!mailer.configured) return
  const warning = await findWarning(db, { kind, credentialId, staffId })
  if (!warning) return
  if (!(await warningLimit.takeMail(warning))) {
    log.warn({ credentialId }, 'credentials: mail limit reached, mail not sent')
    return
  }
  const mail = writeMail(kind, { warning, baseUrl: env.baseUrl })
  try {
    await mailer.send({ ...mail, messageId: `<credential-${invocationId}@plinth>` })
  } catch (error) {
    // The task is tried again, and every attempt is counted.
    await warningLimit.returnMail(warning)
    throw error
  }
}
