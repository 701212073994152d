import { use } from 'react'
import { Button } from '../primitives/button.tsx'
import { ForgetTyped } from './use-typed-work.ts'

const words = {
  title: 'Another user saved this while it was open',
  text: 'Choose which values to keep.',
  field: 'Field',
  yours: 'Yours',
  theirs: 'Theirs',
  remove: 'You were about to delete an item that they just changed.',
  delete: 'Delete',
  keepMine: 'Keep mine',
  takeTheirs: 'Take theirs',
  empty: '(empty)',
} as const

interface StaleSide {
  label: string
  yours: string
  theirs: string
}

interface StaleNoticeProps {
  /** The attempted action. */
  act?: 'save' | 'remove'
  sides: readonly StaleSide[]
  onKeepMine: () => void
  onTakeTheirs: () => void
}

const cellStyle = 'px-2.5 py-1.5 align-top break-words'

function SideTable({ sides }: { sides: readonly StaleSide[] }) {
  return (
    <table className="mt-2 w-full table-fixed rounded-md border bg-surface text-left text-xs">
      <thead>
        <tr className="border-b text-fg-2">
          <th scope="col" className="w-26 px-2.5 py-1 font-medium">
            {words.field}
          </th>
          <th scope="col" className="px-2.5 py-1 font-medium">
            {words.yours}
          </th>
          <th scope="col" className="px-2.5 py-1 font-medium">
            {words.theirs}
          </th>
        </tr>
      </thead>
      <tbody>
        {sides.map(({ label, yours, theirs }) => (
          <tr key={label} className="border-b last:border-b-0">
            <th scope="row" className={`${cellStyle} font-normal text-fg-2`}>
              {label}
            </th>
            <td className={cellStyle}>{yours || words.empty}</td>
            <td className={cellStyle}>{theirs || words.empty}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The notice disappears after a choice, so focus moves to its form. */
function returnFocus(button: HTMLElement) {
  const first = button.closest('form')?.querySelector('input:enabled, [role=combobox]:enabled')
  if (first instanceof HTMLElement) first.focus()
}

/** Shows another user's version beside the user's own and asks which to keep. */
export function StaleNotice({ act, sides, onKeepMine, onTakeTheirs }: StaleNoticeProps) {
  const forgetTyped = use(ForgetTyped)
  const removing = act === 'remove'
  return (
    <section
      role="alert"
      className="rounded-lg border border-warn-line bg-warn-soft px-3 py-2.5 text-sm"
    >
      <p className="font-medium text-warn-text">{words.title}</p>
      <p className="text-xs leading-5 text-fg-2">{removing ? words.remove : words.text}</p>
      <SideTable sides={sides.filter(({ yours, theirs }) => removing || yours !== theirs)} />
      <div className="mt-2.5 flex gap-2">
        <Button
          size="sm"
          onClick={({ currentTarget }) => {
            returnFocus(currentTarget)
            onTakeTheirs()
            forgetTyped()
          }}
        >
          {words.takeTheirs}
        </Button>
        <Button
          size="sm"
          onClick={({ currentTarget }) => {
            returnFocus(currentTarget)
            onKeepMine()
          }}
        >
          {removing ? words.delete : words.keepMine}
        </Button>
      </div>
    </section>
  )
}
