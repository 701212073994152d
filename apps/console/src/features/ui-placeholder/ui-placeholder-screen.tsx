import { useCurrentProject } from '../../state/current-project.tsx'
import { usePageTitle } from '../../ui/layout/page-title.ts'
import { uiPlaceholderStrings as strings } from './strings.ts'

export function UiPlaceholderScreen() {
  usePageTitle(strings.text, useCurrentProject().name)
  return (
    <div className="grid h-full place-items-center pb-16">
      <h1 className="text-xl font-semibold">{strings.text}</h1>
    </div>
  )
}
