import {
  getWorkflow,
  getWorkflowVersion,
  listConstants,
  listCredentials,
  listEnvironments,
  listNodeDefinitions,
  listWorkflows,
  listWorkflowVersions,
} from '@plinth/contract'
import { useQuery } from '@tanstack/react-query'
import { client } from '../../../api/client.ts'

/** A workflow as it is stored; what is edited afterwards is a draft, so it is not read again. */
export function useWorkflow(projectId: string, workflowId: string | undefined) {
  return useQuery({
    queryKey: ['workflow', projectId, workflowId],
    queryFn: ({ signal }) =>
      client.call(getWorkflow, { params: { projectId, workflowId: workflowId ?? '' }, signal }),
    select: (answer) => answer.data.workflow,
    enabled: workflowId !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

/** Every save, newest first; read anew each time the dialog opens. */
export function useWorkflowVersions(projectId: string, workflowId: string) {
  return useQuery({
    queryKey: ['workflow versions', projectId, workflowId],
    queryFn: ({ signal }) =>
      client.call(listWorkflowVersions, { params: { projectId, workflowId }, signal }),
    select: (answer) => answer.versions,
    gcTime: 0,
  })
}

/** One save as it was; it never changes. */
export function useWorkflowVersion(named: {
  projectId: string
  workflowId: string
  revision: string
}) {
  return useQuery({
    queryKey: ['workflow version', named.projectId, named.workflowId, named.revision],
    queryFn: ({ signal }) => client.call(getWorkflowVersion, { params: named, signal }),
    select: (answer) => answer.version,
    enabled: named.revision !== '',
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export function useNodeDefinitions(projectId: string) {
  return useQuery({
    queryKey: ['node definitions', projectId],
    queryFn: ({ signal }) => client.call(listNodeDefinitions, { params: { projectId }, signal }),
    select: (answer) => answer.data.nodeDefinitions,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** The workflow of dev that production's came from; they are matched by name. */
export function useDevTwin(projectId: string, name: string) {
  return useQuery({
    queryKey: ['workflows', projectId],
    queryFn: ({ signal }) => client.call(listWorkflows, { params: { projectId }, signal }),
    select: ({ workflows }) =>
      workflows.find((one) => one.environment.name === 'dev' && one.name === name),
  })
}

/** The credentials of dev: there the editor's runs take place. */
export function useDevCredentials(projectId: string) {
  return useQuery({
    queryKey: ['credentials', projectId],
    queryFn: ({ signal }) => client.call(listCredentials, { params: { projectId }, signal }),
    select: ({ credentials }) =>
      credentials.filter(({ environment }) => environment.name === 'dev'),
  })
}

/** The constants of dev, by key; secret ones without their value. */
export function useDevConstants(projectId: string) {
  return useQuery({
    queryKey: ['constants', projectId, 'dev'],
    queryFn: async ({ signal }) => {
      const [{ constants }, { environments }] = await Promise.all([
        client.call(listConstants, { params: { projectId }, signal }),
        client.call(listEnvironments, { params: { projectId }, signal }),
      ])
      const dev = environments.find(({ name }) => name === 'dev')
      return constants.filter(({ environment_id }) => environment_id === dev?.id)
    },
  })
}
