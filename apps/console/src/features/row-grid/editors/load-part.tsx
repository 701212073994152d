import { type ComponentType, type ReactNode, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/**
 * A part that is loaded by itself. Unlike React's own `lazy`, one that is there already is drawn at once, and one that
 * arrives takes the place of its stand-in in the same moment: React would keep the stand-in for another 300 ms.
 */
export function loadPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined
  const preload = async () => {
    loaded ??= await load()
  }
  function Part({ waiting, ...props }: Props & { waiting: ReactNode }) {
    const [problem, setProblem] = useState<{ error: unknown }>()
    const [, setThere] = useState(loaded !== undefined)
    useLayoutEffect(() => {
      let isUnmounted = false
      if (!loaded) {
        preload().then(
          () => (isUnmounted ? undefined : flushSync(() => setThere(true))),
          (error: unknown) => (isUnmounted ? undefined : setProblem({ error })),
        )
      }
      return () => {
        isUnmounted = true
      }
    }, [])
    if (problem) throw problem.error
    const Loaded = loaded
    return Loaded ? <Loaded {...(props as unknown as Props)} /> : waiting
  }
  return { Part, preload }
}
