import type { WaitingChange } from './waiting-change.ts'

/**
 * Who can join at an address, by what it is: `open` for a public one and for any host name, `private` in its own network
 * only, `machine` for programs on the server's machine, `all-interfaces` where it stands for every address of that.
 */
export const allocationReaches = ['open', 'private', 'machine', 'all-interfaces'] as const
export type AllocationReach = (typeof allocationReaches)[number]

/** An address that a panel gave a server. Its texts are safe to show. */
export type ServerAllocation = {
  /** The panel's own. */
  id: number
  /**
   * With its port. The alias that the hosting company gave it, where that is a host name; else the machine’s IP
   * address.
   */
  address: string
  reach: AllocationReach
  /**
   * The alias where that is no host name, such as `Main port`; the machine’s IP address where `address` shows the
   * alias; null for neither.
   */
  beside: string | null
  /** With its port: the machine’s name, which may lead here, where `address` is `0.0.0.0` or its like. */
  guess: string | null
  /** Empty for none. */
  notes: string
  isPrimary: boolean
}

/** The addresses of a server, as far as they were read. */
export type ServerAllocationList = {
  allocations: ServerAllocation[]
  /** Number of entries that could not be read, or are beyond what is read of a list. */
  leftOut: number
}

/** What a panel may keep an account from doing with addresses, in its own names. */
export const allocationActs = ['create', 'update', 'delete'] as const
export type AllocationAct = (typeof allocationActs)[number]

/** The addresses of a server, with what the panel tells beside them. */
export type AllocationsOfServer = ServerAllocationList & {
  /** How many it may have, the primary one among them; 0 where nobody may add or remove any, null where it is not told. */
  limit: number | null
  /** What the account may not do with them by the panel's own word. */
  denied: AllocationAct[]
  /** What was changed from here while the server ran, until it has started again; null for nothing. */
  waiting: WaitingChange | null
}

/** Maximum number of addresses that are read of a server; panels name no limit. */
export const maxServerAllocations = 500

/** Panels take no longer notes than this, in characters. */
export const maxAllocationNotes = 256
