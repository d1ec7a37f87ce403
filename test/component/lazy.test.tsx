import { act, render, screen } from '@testing-library/react'
import { Component, type ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { lazy } from '../../renderer/ui/lazy.tsx'

const Greeting = ({ name }: { name: string }) => <p>Hello {name}</p>

/** Shows what was thrown below it. */
class Caught extends Component<{ children: ReactNode }, { thrown: string | null }> {
  override state = { thrown: null }
  static getDerivedStateFromError(thrown: unknown) {
    return { thrown: String(thrown) }
  }
  override render() {
    return this.state.thrown ?? this.props.children
  }
}

/** Lets the code arrive; no timer runs. */
const arrived = () => act(async () => undefined)

describe('a component that is loaded late', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('is drawn as soon as its code is there: nothing waits for a timer', async () => {
    const Late = lazy(async () => Greeting, <p>One moment</p>)
    render(<Late name="Ada" />)
    expect(screen.getByText('One moment')).toBeTruthy()
    await arrived()
    expect(screen.getByText('Hello Ada')).toBeTruthy()
    expect(screen.queryByText('One moment')).toBeNull()
  })

  test('leaves what stands beside it in sight meanwhile, unlike a boundary', () => {
    const Late = lazy(() => new Promise<typeof Greeting>(() => undefined))
    const { container } = render(
      <>
        <p>Beside</p>
        <Late name="Ada" />
      </>,
    )
    expect(container.innerHTML).toBe('<p>Beside</p>')
  })

  test('is drawn at once where its code was fetched before, or drawn before', async () => {
    const load = vi.fn(async () => Greeting)
    const Late = lazy(load)
    await Late.preload()
    const first = render(<Late name="Ada" />)
    expect(screen.getByText('Hello Ada')).toBeTruthy()
    first.unmount()
    render(<Late name="Grace" />)
    expect(screen.getByText('Hello Grace')).toBeTruthy()
    expect(load).toHaveBeenCalledOnce()
  })

  test('is drawn where its code came between its first drawing and its effect', async () => {
    const Late = lazy(async () => Greeting)
    const Early = () => {
      void Late.preload()
      return <Late name="Ada" />
    }
    render(<Early />)
    await arrived()
    expect(screen.getByText('Hello Ada')).toBeTruthy()
  })

  test('throws where it is drawn when its code cannot be loaded', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const Late = lazy<{ name: string }>(() => Promise.reject(new Error('no such chunk')))
    render(
      <Caught>
        <Late name="Ada" />
      </Caught>,
    )
    await arrived()
    expect(screen.getByText('Error: no such chunk')).toBeTruthy()
    vi.restoreAllMocks()
  })
})
