import type { ServerMark } from '../../shared/model/describe-server.ts'

/** What each icon is drawn by, in a square of 16 units. */
const icons = {
  restart: 'M13 8a5 5 0 1 1-1.5-3.6M13.2 1.8v3h-3',
  // Not round, so that nobody takes it for Restart.
  refresh: 'M3 7.4V6.2a1.7 1.7 0 0 1 1.7-1.7H13M11 2.5l2 2-2 2M13 8.6v1.2a1.7 1.7 0 0 1-1.7 1.7H3M5 9.5l-2 2 2 2',
  stop: 'M5.5 4h5a1.5 1.5 0 0 1 1.5 1.5v5a1.5 1.5 0 0 1 -1.5 1.5h-5a1.5 1.5 0 0 1 -1.5 -1.5v-5a1.5 1.5 0 0 1 1.5 -1.5z',
  start: 'M5 3.4v9.2c0 .4.5.7.8.4l6.6-4.6a.5.5 0 0 0 0-.8L5.8 3a.5.5 0 0 0-.8.4z',
  more: 'M1.9 8a1.3 1.3 0 1 0 2.6 0a1.3 1.3 0 1 0 -2.6 0zM6.7 8a1.3 1.3 0 1 0 2.6 0a1.3 1.3 0 1 0 -2.6 0zM11.5 8a1.3 1.3 0 1 0 2.6 0a1.3 1.3 0 1 0 -2.6 0z',
  search: 'M2.8 7a4.2 4.2 0 1 0 8.4 0a4.2 4.2 0 1 0 -8.4 0zM10.4 10.4l3.2 3.2',
  up: 'M4.5 9.5l3.5-3.5 3.5 3.5',
  down: 'M4.5 6.5l3.5 3.5 3.5-3.5',
  forward: 'M6.5 4.5l3.5 3.5-3.5 3.5',
  lock: 'M4.7 7h6.6a1.2 1.2 0 0 1 1.2 1.2v4.1a1.2 1.2 0 0 1 -1.2 1.2h-6.6a1.2 1.2 0 0 1 -1.2 -1.2v-4.1a1.2 1.2 0 0 1 1.2 -1.2zM5.5 7V5a2.5 2.5 0 0 1 5 0v2',
  pin: 'M6 2.5h4M6.8 2.5v4L4.5 9v1h7V9L9.2 6.5v-4M8 10v3.5',
  bell: 'M3.5 11.5h9L11.3 9.8V7a3.3 3.3 0 0 0-6.6 0v2.8zM6.8 13.5h2.4',
  'bell-off': 'M5.2 5.6A3.3 3.3 0 0 0 4.7 7v2.8l-1.2 1.7h8M7 3.9A3.3 3.3 0 0 1 11.3 7v2.3M6.8 13.5h2.4M2.5 2.5l11 11',
  activity: 'M1.8 8.5h2.7L6.5 3l3.2 10 2-4.5h2.5',
  close: 'M4 4l8 8m0-8-8 8',
  players:
    'M3.6 5.4a2.4 2.4 0 1 0 4.8 0a2.4 2.4 0 1 0 -4.8 0zM1.8 13.2c.3-2.5 1.9-4 4.2-4s3.9 1.5 4.2 4M10.4 3.2a2.4 2.4 0 0 1 0 4.4M11.6 9.5c1.5.5 2.4 1.8 2.6 3.7',
  calendar:
    'M4 3.4h8a1.5 1.5 0 0 1 1.5 1.5v7.1a1.5 1.5 0 0 1 -1.5 1.5h-8a1.5 1.5 0 0 1 -1.5 -1.5v-7.1a1.5 1.5 0 0 1 1.5 -1.5zM2.5 6.7h11M5.4 1.9v2.8M10.6 1.9v2.8',
  megaphone: 'M2.8 6.6v2.8h2.4l5.6 3V3.6l-5.6 3zM12.9 6.3a2.4 2.4 0 0 1 0 3.4',
  expand: 'M9.6 6.4 13.4 2.6M10 2.6h3.4V6M6.4 9.6l-3.8 3.8M6 13.4H2.6V10',
  back: 'M9.8 3.6 5.4 8l4.4 4.4',
  folder: 'M2.2 12.3V4.2a1 1 0 0 1 1-1h3.1l1.5 1.7h5a1 1 0 0 1 1 1v6.4a1 1 0 0 1-1 1H3.2a1 1 0 0 1-1-1z',
  file: 'M9 2.2H4.5a1 1 0 0 0-1 1v9.6a1 1 0 0 0 1 1h7a1 1 0 0 0 1-1V5.7zM9 2.2v3.5h3.5',
  check: 'M3.5 8.5l3 3 6-7',
  star: 'M8 2.4l1.7 3.5 3.9.5-2.9 2.7.7 3.9L8 11.1 4.6 13l.7-3.9-2.9-2.7 3.9-.5z',
  saved: 'M4.2 2.5h7.6v11L8 10.6l-3.8 2.9z',
  servers:
    'M3.3 2.5h9.4a1.3 1.3 0 0 1 1.3 1.3v1.9a1.3 1.3 0 0 1 -1.3 1.3h-9.4a1.3 1.3 0 0 1 -1.3 -1.3v-1.9a1.3 1.3 0 0 1 1.3 -1.3zM3.3 9h9.4a1.3 1.3 0 0 1 1.3 1.3v1.9a1.3 1.3 0 0 1 -1.3 1.3h-9.4a1.3 1.3 0 0 1 -1.3 -1.3v-1.9a1.3 1.3 0 0 1 1.3 -1.3z',
  attention: 'M8 2.4 14 13H2ZM8 6.4v3.2m0 1.8v0',
  info: 'M2.2 8a5.8 5.8 0 1 0 11.6 0a5.8 5.8 0 1 0 -11.6 0zM8 7.6v3M8 5.2v0',
  key: 'M2.3 11a2.7 2.7 0 1 0 5.4 0a2.7 2.7 0 1 0 -5.4 0zM7 9 13.2 2.8M10.6 5.4l2 2',
  settings:
    'M6.6 3.5L6.8 2L9.2 2L9.4 3.5L10.2 3.8L11.4 2.9L13.1 4.6L12.2 5.8L12.5 6.6L14 6.8L14 9.2L12.5 9.4L12.2 10.2L13.1 11.4L11.4 13.1L10.2 12.2L9.4 12.5L9.2 14L6.8 14L6.6 12.5L5.8 12.2L4.6 13.1L2.9 11.4L3.8 10.2L3.5 9.4L2 9.2L2 6.8L3.5 6.6L3.8 5.8L2.9 4.6L4.6 2.9L5.8 3.8ZM6 8a2 2 0 1 0 4 0a2 2 0 1 0 -4 0z',
} as const

export type IconName = keyof typeof icons

/** Drawn as areas; the others are lines. */
const areas: ReadonlySet<IconName> = new Set(['stop', 'start', 'more'])

/** An icon of 16 units and `size` pixels, in the colour of the text. The control around it carries the name. */
export function Icon({ name, size = 14 }: { name: IconName; size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 16 16" aria-hidden="true">
      <path
        d={icons[name]}
        fill={areas.has(name) || name === 'star' ? 'currentColor' : 'none'}
        stroke={areas.has(name) ? 'none' : 'currentColor'}
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}

export function Brand() {
  return (
    <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
      <g fill="none" stroke="var(--accent)" strokeWidth="1.6" strokeLinejoin="round">
        <rect x="2" y="3" width="14" height="5" rx="1.5" />
        <rect x="2" y="10" width="14" height="5" rx="1.5" />
        <path d="M5 5.5h0M5 12.5h0" strokeLinecap="round" strokeWidth="2" />
      </g>
    </svg>
  )
}

const shapes: Record<ServerMark, React.ReactNode> = {
  running: <circle cx="6" cy="6" r="4.6" fill="currentColor" />,
  offline: <circle cx="6" cy="6" r="4" fill="none" stroke="currentColor" strokeWidth="1.6" />,
  busy: (
    <>
      <circle cx="6" cy="6" r="4" fill="none" stroke="currentColor" strokeWidth="1.6" opacity=".35" />
      <path d="M6 2a4 4 0 0 1 4 4" fill="none" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" />
    </>
  ),
  bad: <path d="M6 .9 11.4 10.6H.6Z" fill="currentColor" />,
  unknown: <circle cx="6" cy="6" r="4" fill="none" stroke="currentColor" strokeWidth="1.5" strokeDasharray="1.6 2" />,
  held: (
    <>
      <rect x="2.2" y="1.6" width="2.8" height="8.8" rx="1" fill="currentColor" />
      <rect x="7" y="1.6" width="2.8" height="8.8" rx="1" fill="currentColor" />
    </>
  ),
}

/** A state as a shape. The word always stands beside it, so screen readers skip it. */
export function Mark({ mark }: { mark: ServerMark }) {
  return (
    <svg data-mark={mark} width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
      {shapes[mark]}
    </svg>
  )
}
