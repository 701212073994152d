import { useCallback, useMemo, useReducer } from 'react'
import { useCurrentProject } from '../../state/current-project.tsx'
import { type SettingsSection, sectionsFor } from '../../state/settings-sections.ts'
import { usePageTitle } from '../../ui/layout/page-title.ts'
import { ApiPanel } from './api/api-panel.tsx'
import { AppUsersPanel } from './app-users/app-users-panel.tsx'
import { AuditPanel } from './audit/audit-panel.tsx'
import { BackupsPanel } from './backups/backups-panel.tsx'
import { ConstantsPanel } from './constants/constants-panel.tsx'
import { DomainsPanel } from './domains/domains-panel.tsx'
import { GeneralPanel } from './general/general-panel.tsx'
import { KeysPanel } from './keys/keys-panel.tsx'
import { MembersPanel } from './members/members-panel.tsx'
import { useReloadLists } from './panel/settings-queries.ts'
import { settingsStrings as strings } from './panel/strings.ts'
import { ProfilePanel } from './profile/profile-panel.tsx'
import { RequestsPanel } from './requests/requests-panel.tsx'
import { NO_DIALOG, reduceSettingsDialog, type SettingsDialogEvent } from './settings-dialog.ts'
import { SettingsDialogs } from './settings-dialogs.tsx'
import { useSettingsSection } from './settings-section.ts'
import { SideMenu } from './side-menu.tsx'
import { UsagePanel } from './usage/usage-panel.tsx'

interface SettingsActions {
  start: (event: SettingsDialogEvent) => () => void
  open: (event: SettingsDialogEvent) => (item: { id: string }) => void
}

/** Dialog state with stable callbacks. */
function useDialog() {
  const [dialog, send] = useReducer(reduceSettingsDialog, NO_DIALOG)
  const reload = useReloadLists()
  const actions = useMemo<SettingsActions>(
    () => ({
      start: (event) => () => send({ event }),
      open: (event) => (item) => send({ event, id: item.id }),
    }),
    [],
  )
  const close = useCallback(() => {
    send({ event: 'close' })
    reload()
  }, [reload])
  return { dialog, actions, close }
}

function Section({ section, actions }: { section: SettingsSection; actions: SettingsActions }) {
  switch (section) {
    case 'members':
      return <MembersPanel onAdd={actions.start('addMember')} onOpen={actions.open('openMember')} />
    case 'domains':
      return (
        <DomainsPanel
          onCreate={actions.start('createDomain')}
          onOpen={actions.open('openDomain')}
        />
      )
    case 'users':
      return <AppUsersPanel />
    case 'constants':
      return (
        <ConstantsPanel
          onCreate={actions.start('createConstant')}
          onOpen={actions.open('openConstant')}
        />
      )
    case 'profile':
      return <ProfilePanel />
    case 'audit':
      return <AuditPanel />
    case 'api':
      return <ApiPanel />
    case 'keys':
      return <KeysPanel />
    case 'backups':
      return <BackupsPanel />
    case 'requests':
      return <RequestsPanel />
    case 'usage':
      return <UsagePanel />
    case 'general':
      return <GeneralPanel />
  }
}

export function SettingsScreen() {
  const project = useCurrentProject()
  const sections = sectionsFor(project.role)
  const section = useSettingsSection(sections)
  usePageTitle(strings.sections[section], strings.title, project.name)
  const { dialog, actions, close } = useDialog()
  return (
    <div className="flex h-full">
      <SideMenu sections={sections} current={section} />
      <div className="min-w-0 flex-1 overflow-y-auto">
        <Section key={section} section={section} actions={actions} />
      </div>
      <SettingsDialogs dialog={dialog} onClose={close} />
    </div>
  )
}
