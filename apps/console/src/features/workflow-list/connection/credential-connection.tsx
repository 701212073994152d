import type { CredentialConnection as Connection, Credential } from '@plinth/contract'
import { useId } from 'react'
import { CopyButton } from '../../../ui/primitives/copy-button.tsx'
import { GatedButton } from '../../../ui/primitives/gated-button.tsx'
import { Day, RelativeTime } from '../../../ui/primitives/relative-time.tsx'
import { useCredentials } from '../list-queries.ts'
import { ConnectionPill } from './connection-pill.tsx'
import { RegisterClient } from './register-client.tsx'
import { connectionStrings as strings } from './strings.ts'
import { useConnect } from './use-connect.ts'

function RedirectUri({ path }: { path: string }) {
  const uri = `${location.origin}${path}`
  return (
    <p className="flex flex-wrap items-center gap-1">
      {strings.redirectUri}
      <CopyButton label={strings.copy} copiedLabel={strings.copied} text={uri} />
      <code className="basis-full break-all text-fg">{uri}</code>
    </p>
  )
}

/** Which servers get tokens of the credential: the person who connects should know them. */
function Receivers({ credential: { data } }: { credential: Credential }) {
  const [issuing, revoking] = [data.tokenUrl, data.revocationUrl].map((address) => {
    const text = String(address ?? '').trim()
    return URL.canParse(text) ? new URL(text).host : undefined
  })
  if (issuing === undefined) return null
  const listed = Array.isArray(data.hosts) ? data.hosts.map(String) : []
  const all = new Set([issuing, ...(revoking === undefined ? [] : [revoking]), ...listed])
  return <p className="break-words">{strings.receivers(issuing, [...all].join(', '))}</p>
}

/** Since when, as whom, with which scopes, until when. */
function Details({ connection }: { connection: Connection }) {
  const { account, connected_by: by, connected_at: since, scope, expires_at: end } = connection
  const { ends_at: last, ends_soon: endsSoon } = connection
  return (
    <>
      {since === null ? null : (
        <p>
          {account === null ? strings.states.connected : strings.account(account)}{' '}
          {by === null ? null : `${strings.by(by)} `}
          <RelativeTime iso={since} />
        </p>
      )}
      {scope ? <p className="break-words">{strings.scopes(scope)}</p> : null}
      {last !== null && endsSoon ? (
        <p className="text-warn-text">
          {strings.authorizationEnds} <Day iso={last} />. {strings.connectBefore}
        </p>
      ) : null}
      {end === null ? null : (
        <p>
          {strings.ends} <RelativeTime iso={end} />{' '}
          {connection.renews ? strings.renewed : strings.notRenewed}
        </p>
      )}
    </>
  )
}

function labelFor({ grant, state }: Connection): string {
  if (grant === 'client_credentials') return strings.signIn
  return { none: strings.connect, connected: strings.again, reconnect: strings.reconnect }[state]
}

interface ConnectedProps {
  credential: Credential
  connection: Connection
  isChanged: boolean
}

function Connected({ credential, connection, isChanged }: ConnectedProps) {
  const connect = useConnect(credential)
  const { grant, state, reason, redirect_path: path } = connection
  const isPerson = grant === 'authorization_code'
  return (
    <>
      <div className="flex items-center gap-3">
        <ConnectionPill connection={connection} />
        <GatedButton
          size="sm"
          className="ml-auto"
          busy={connect.busy}
          reason={isChanged ? strings.saveFirst : undefined}
          onClick={isPerson ? connect.open : connect.signIn}
        >
          {labelFor(connection)}
        </GatedButton>
      </div>
      {reason === null || reason === connect.problem ? null : (
        <p className="text-danger-text">{reason}</p>
      )}
      <div role="status">
        {connect.problem === undefined ? null : (
          <p className="text-danger-text">{connect.problem}</p>
        )}
      </div>
      {state === 'none' ? <p>{isPerson ? strings.explain : strings.alone}</p> : null}
      <Details connection={connection} />
      <Receivers credential={credential} />
      {isPerson && path !== null ? <RedirectUri path={path} /> : null}
    </>
  )
}

interface CredentialConnectionProps {
  /** The stored credential; undefined for a new one. */
  credential: Credential | undefined
  /** Whether the form has changes that are not saved. */
  isChanged: boolean
  /** Whether Plinth may be registered at the service: the form has no client id. */
  isOpen: boolean
  onRegistered: (credential: Credential) => void
}

/** How an OAuth2 credential is connected, and the button that connects it. */
export function CredentialConnection(props: CredentialConnectionProps) {
  const { credential, isChanged, isOpen, onRegistered } = props
  const id = useId()
  const current = useCredentials().data?.find((one) => one.id === credential?.id) ?? credential
  const connection = current?.connection
  // Without a client there is nothing to connect: the register action is what comes next.
  const hasNoClient = isOpen && !current?.data.clientId
  if (credential && !connection) return null
  return (
    <section
      aria-labelledby={id}
      className="flex max-h-60 shrink-0 flex-col gap-1.5 overflow-y-auto rounded-md border p-3 text-xs text-fg-2"
    >
      <h3 id={id} className="font-medium text-fg">
        {strings.title}
      </h3>
      {isOpen ? (
        <RegisterClient
          key={credential?.id}
          credential={credential}
          isChanged={isChanged}
          onRegistered={onRegistered}
        />
      ) : null}
      {current && connection && !hasNoClient ? (
        <Connected credential={current} connection={connection} isChanged={isChanged} />
      ) : null}
      {current ? null : <p>{strings.unsaved}</p>}
    </section>
  )
}
