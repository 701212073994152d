import { Link } from 'react-router'
import { buttonStyle } from '../../../ui/primitives/button.tsx'
import { profileStrings as strings } from './strings.ts'

/** Links to the two-factor set-up. */
export function TwoFactorNote() {
  return (
    <section aria-labelledby="two-factor" className="mt-8 flex items-end justify-between gap-6">
      <div>
        <h2 id="two-factor" className="text-base font-semibold">
          {strings.twoFactor}
        </h2>
        <p className="mt-0.5 text-sm text-fg-2">{strings.twoFactorText}</p>
      </div>
      <Link to="/two-factor" className={buttonStyle('outline')}>
        {strings.twoFactorOpen}
      </Link>
    </section>
  )
}
