import { listMembers, listProjects, listRuns, listStaff, listWorkflows } from '@plinth/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { formatDistanceToNow } from 'date-fns'
import { User } from 'lucide-react'
import { useNavigate } from 'react-router'
import { client } from '../../api/client.ts'
import { useIsAdmin } from '../../state/current-user.ts'
import { projectPlace, runPlace, sectionPlace, workflowPlace } from '../../state/places.ts'
import { shownWorkflowName } from '../../state/workflow-name.ts'
import type { PaletteGroup } from './rank-entries.ts'
import { commandPaletteStrings as strings } from './strings.ts'
import { usePlaceEntry } from './use-place.tsx'
import type { ShownProject } from './use-shown-project.ts'

const MAX_PROJECTS = 8
const MAX_PEOPLE = 5
/** Only the newest runs are searched: the list has no text search. */
const MAX_RUNS = 50

/** The first projects whose name or id matches. */
export function useProjectSearch(search: string) {
  const place = usePlaceEntry()
  const query = useQuery({
    queryKey: ['projects', 'palette', search],
    queryFn: ({ signal }) =>
      client.call(listProjects, { query: { search, limit: MAX_PROJECTS }, signal }),
    placeholderData: keepPreviousData,
  })
  const group: PaletteGroup = {
    title: strings.projects,
    entries: (query.data?.projects ?? []).map(({ id, name }) =>
      place({ kind: 'project', to: projectPlace(id), label: name, project: '' }, { words: id }),
    ),
  }
  return { group, query }
}

/** Workflows and the newest runs of the shown environment. */
export function useWorkflowGroups(shown: ShownProject | undefined, isTyped: boolean) {
  const place = usePlaceEntry()
  const projectId = shown?.project.id ?? ''
  const project = shown?.project.name ?? ''
  const environment = shown?.environment ?? 'dev'
  const enabled = shown !== undefined && isTyped
  const workflows = useQuery({
    queryKey: ['workflows', projectId],
    queryFn: ({ signal }) => client.call(listWorkflows, { params: { projectId }, signal }),
    enabled,
  })
  const runs = useQuery({
    queryKey: ['runs', projectId, environment, 'palette'],
    queryFn: ({ signal }) =>
      client.call(listRuns, {
        params: { projectId },
        query: { environment, limit: MAX_RUNS },
        signal,
      }),
    enabled,
  })
  const groups: readonly PaletteGroup[] = [
    {
      title: strings.workflows,
      entries: (workflows.data?.workflows ?? [])
        .filter((workflow) => workflow.environment.name === environment)
        .map(({ id, name }) =>
          place({
            kind: 'workflow',
            to: workflowPlace(projectId, id),
            label: shownWorkflowName(name),
            project,
          }),
        ),
    },
    {
      title: strings.runs,
      entries: (runs.data?.runs ?? []).map(({ id, workflowName, status, createdOn }) =>
        place(
          {
            kind: 'run',
            to: runPlace(projectId, environment, id),
            label: shownWorkflowName(workflowName),
            project,
          },
          {
            detail: strings.runDetail(status, formatDistanceToNow(new Date(createdOn))),
            words: `${strings.runs} ${id}`,
          },
        ),
      ),
    },
  ]
  return { groups, queries: [workflows, runs] }
}

/** Admins find everybody of the organisation, others the members of the shown project. */
export function usePeopleGroup(shown: ShownProject | undefined, search: string) {
  const navigate = useNavigate()
  const isAdmin = useIsAdmin()
  const projectId = shown?.project.id ?? ''
  const isTyped = search !== ''
  const staff = useQuery({
    queryKey: ['people', 'palette', search],
    queryFn: ({ signal }) => client.call(listStaff, { query: { search }, signal }),
    enabled: isAdmin && isTyped,
    placeholderData: keepPreviousData,
  })
  const members = useQuery({
    queryKey: ['members', 'palette', projectId],
    queryFn: ({ signal }) => client.call(listMembers, { params: { projectId }, signal }),
    enabled: !isAdmin && isTyped && shown !== undefined,
  })
  const people = isAdmin ? staff.data?.staff.slice(0, MAX_PEOPLE) : members.data?.members
  const group: PaletteGroup = {
    title: strings.people,
    entries: (people ?? []).map(({ id, email, first_name, last_name }) => ({
      key: `person ${id}`,
      label: `${first_name} ${last_name}`.trim() || email,
      detail: email,
      icon: <User />,
      run: () =>
        void navigate(
          isAdmin
            ? `/people?${new URLSearchParams({ search: email })}`
            : sectionPlace(projectId, 'members'),
        ),
    })),
  }
  return { group, query: isAdmin ? staff : members }
}
