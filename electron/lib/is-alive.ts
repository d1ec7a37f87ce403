import { failureCodeOf } from './failure-code.ts'

/** Whether a process of that id runs here, whoever started it. The system gives an id anew once its process has ended. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (failure) {
    return failureCodeOf(failure) === 'EPERM'
  }
}
