import { isRouteErrorResponse, Link, useRouteError } from 'react-router'
import { PageMessage } from '../ui/layout/page-message.tsx'
import { usePageTitle } from '../ui/layout/page-title.ts'
import { Button, buttonStyle } from '../ui/primitives/button.tsx'
import { appStrings as strings } from './strings.ts'

function textOf(error: unknown): string {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`.trim()
  if (error instanceof Error) return error.message
  return String(error)
}

/** The page for unknown routes and routes that fail to render. */
export function RouteError() {
  const error = useRouteError()
  usePageTitle(strings.errorTitle)
  return (
    <main tabIndex={-1} className="h-full outline-none">
      <PageMessage title={strings.errorTitle} text={textOf(error)}>
        <Link to="/home" reloadDocument className={buttonStyle('outline')}>
          {strings.backToProjects}
        </Link>
        {isRouteErrorResponse(error) ? null : (
          <Button variant="primary" onClick={() => window.location.reload()}>
            {strings.reload}
          </Button>
        )}
      </PageMessage>
    </main>
  )
}
