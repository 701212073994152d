import type { MailStatus } from '@plinth/contract'
import type { ReactNode } from 'react'
import { Button } from '../../ui/primitives/button.tsx'
import { RelativeTime } from '../../ui/primitives/relative-time.tsx'
import { useMailStatus, useSendTestMail } from './mail-queries.ts'
import { mailStrings as strings } from './mail-strings.ts'

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex gap-3 text-sm">
      <dt className="w-28 shrink-0 text-fg-2">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  )
}

function Facts({ status }: { status: MailStatus }) {
  const { server, from, lastDeliveredOn, lastFailedOn, lastFailure } = status
  return (
    <dl className="mt-3 flex flex-col gap-1">
      <Fact name={strings.server}>{server}</Fact>
      <Fact name={strings.from}>{from}</Fact>
      <Fact name={strings.lastDelivered}>
        {lastDeliveredOn ? <RelativeTime iso={lastDeliveredOn} /> : strings.never}
      </Fact>
      <Fact name={strings.lastFailed}>
        {lastFailedOn ? (
          <>
            <RelativeTime iso={lastFailedOn} />: {lastFailure}
          </>
        ) : (
          strings.noFailure
        )}
      </Fact>
    </dl>
  )
}

/** The state of mail delivery, with a test. */
export function Mail() {
  const { data } = useMailStatus()
  const sending = useSendTestMail()
  if (!data) return null
  const busy = sending.isPending || data.testPending
  return (
    <section
      aria-labelledby="mail"
      className="mt-6 rounded-xl border bg-surface px-4 py-3 shadow-1"
    >
      <div className="flex items-start justify-between gap-4">
        <div>
          <h2 id="mail" className="text-sm font-medium">
            {strings.title}
          </h2>
          <p className="text-xs text-fg-2">{data.server === null ? strings.none : strings.text}</p>
        </div>
        {data.server === null ? null : (
          <Button size="sm" busy={busy} onClick={() => sending.mutate()}>
            {strings.send}
          </Button>
        )}
      </div>
      {data.server === null ? null : <Facts status={data} />}
    </section>
  )
}
