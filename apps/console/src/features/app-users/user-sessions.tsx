import type { AppAccount } from '@plinth/contract'
import { RelativeTime } from '../../ui/primitives/relative-time.tsx'
import { usersStrings as strings } from './strings.ts'

const CELL = 'px-3 py-1.5 text-left font-normal'

/** The open sessions of a user. */
export function UserSessions({ sessions }: Pick<AppAccount, 'sessions'>) {
  return (
    <div>
      <h3 id="user-sessions" className="text-sm font-semibold">
        {strings.sessions(sessions.length)}
      </h3>
      {sessions.length === 0 ? (
        <p className="mt-1 text-sm text-fg-2">{strings.noSessions}</p>
      ) : (
        // Scrolls by itself, so it must be reachable by keyboard.
        <section
          aria-labelledby="user-sessions"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area needs the focus
          tabIndex={0}
          className="ring-focus mt-2 max-h-48 overflow-y-auto rounded-lg border"
        >
          <table className="w-full text-sm">
            <thead className="text-xs text-fg-2">
              <tr>
                <th className={CELL}>{strings.started}</th>
                <th className={CELL}>{strings.used}</th>
                <th className={CELL}>{strings.expires}</th>
              </tr>
            </thead>
            <tbody>
              {sessions.map(({ startedOn, lastUsedOn, expiresOn, actor }) => (
                <tr key={`${startedOn} ${expiresOn}`} className="border-t">
                  <td className={CELL}>
                    <RelativeTime iso={startedOn} />
                    {actor === null ? null : (
                      <span className="block text-xs text-warn-text">{strings.support(actor)}</span>
                    )}
                  </td>
                  <td className={CELL}>
                    <RelativeTime iso={lastUsedOn} />
                  </td>
                  <td className={CELL}>
                    <RelativeTime iso={expiresOn} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </div>
  )
}
