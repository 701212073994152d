import { ENVIRONMENT_NAMES, type EnvironmentName } from '@plinth/contract'
import { useEffect } from 'react'
import {
  type NavigationType,
  useLocation,
  useMatch,
  useNavigate,
  useNavigationType,
} from 'react-router'

const PARAMETER = 'environment'
const DEFAULT = ENVIRONMENT_NAMES[0]

const keyOf = (projectId: string) => `environment ${projectId}`
const read = (value: string | null) => ENVIRONMENT_NAMES.find((name) => name === value)

/** What an address itself says; undefined where it leaves it open. */
export const environmentIn = (search: string): EnvironmentName | undefined =>
  read(new URLSearchParams(search).get(PARAMETER))

/** The same address, in this environment. */
export function inEnvironment(search: string, environment: EnvironmentName): string {
  const params = new URLSearchParams(search)
  params.set(PARAMETER, environment)
  return `?${params}`
}

/** This tab's own choice comes first: another tab may be looking at the other environment. */
export function rememberedEnvironment(projectId: string): EnvironmentName {
  const key = keyOf(projectId)
  return read(sessionStorage.getItem(key)) ?? read(localStorage.getItem(key)) ?? DEFAULT
}

export function rememberEnvironment(projectId: string, environment: EnvironmentName): void {
  sessionStorage.setItem(keyOf(projectId), environment)
  localStorage.setItem(keyOf(projectId), environment)
}

interface ConsoleLocation {
  projectId: string
  pathname: string
  search: string
  navigation: `${NavigationType}`
}

/**
 * Which environment a place of the console is about. What the address says counts. A link from outside,
 * a reload or a step back that says nothing means dev; a way inside the console stays where one was.
 */
export function environmentAt({
  projectId,
  pathname,
  search,
  navigation,
}: ConsoleLocation): EnvironmentName {
  const said = environmentIn(search)
  if (said) return said
  const isEntrance = pathname.replace(/\/$/, '') === `/project/${projectId}`
  return navigation === 'POP' && !isEntrance ? DEFAULT : rememberedEnvironment(projectId)
}

/** The environment that the screens of the open project show; dev outside of a project. */
export function useEnvironment(): EnvironmentName {
  const projectId = useMatch('/project/:projectId/*')?.params.projectId
  const { pathname, search } = useLocation()
  const navigation = useNavigationType()
  return projectId === undefined
    ? DEFAULT
    : environmentAt({ projectId, pathname, search, navigation })
}

/** What belongs to one environment is shown in it, whatever the address says. */
export function useOwnEnvironment(own: EnvironmentName | undefined): void {
  const environment = useEnvironment()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    if (own === undefined || own === environment) return
    navigate({ pathname, search: inEnvironment(search, own) }, { replace: true })
  }, [own, environment, pathname, search, navigate])
}

/** Keeps the choice, and the address true to it: one that shows production says so. */
export function usePersistedEnvironment(projectId: string): EnvironmentName {
  const environment = useEnvironment()
  const { pathname, search, hash, state } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    rememberEnvironment(projectId, environment)
    if (environment === DEFAULT || environmentIn(search) === environment) return
    navigate(
      { pathname, search: inEnvironment(search, environment), hash },
      { replace: true, state },
    )
  }, [projectId, environment, pathname, search, hash, state, navigate])
  return environment
}
