import { useLocation } from 'react-router'
import { NewPasswordForm } from './new-password-form.tsx'
import { ResetLinkForm } from './reset-link-form.tsx'

/** Requests a reset link, or sets the new password if the URL fragment has a token. */
export function ForgotPasswordScreen() {
  const token = useLocation().hash.slice(1)
  return token === '' ? <ResetLinkForm /> : <NewPasswordForm key={token} token={token} />
}
