import '../../renderer/app/Announcer.tsx'
import '../../renderer/app/Mute.tsx'
import '../../renderer/features/activity/ActivityPage.tsx'
import '../../renderer/features/backups/BackupDialog.tsx'
import '../../renderer/features/backups/BackupsArea.tsx'
import '../../renderer/features/bulk/BulkBar.tsx'
import '../../renderer/features/bulk/BulkDialog.tsx'
import '../../renderer/features/bulk/BulkProgress.tsx'
import '../../renderer/features/console/ConsolePane.tsx'
import '../../renderer/app/server-view/ServerFrame.tsx'
import '../../renderer/features/activity/ServerActivity.tsx'
import '../../renderer/features/databases/DatabasesArea.tsx'
import '../../renderer/features/files/FilesArea.tsx'
import '../../renderer/features/files/LeftTextQuestion.tsx'
import '../../renderer/features/files/moves/UploadQuestion.tsx'
import '../../renderer/features/first-run/FirstRunEnd.tsx'
import '../../renderer/features/keys/KeysPage.tsx'
import '../../renderer/features/panel-schedules/PanelSchedulesArea.tsx'
import '../../renderer/features/palette/Palette.tsx'
import '../../renderer/app/PaletteWindow.tsx'
import '../../renderer/app/QuestionWindow.tsx'
import '../../renderer/features/restart/CancelQuestion.tsx'
import '../../renderer/features/restart/LinkRestart.tsx'
import '../../renderer/features/restart/PlanBar.tsx'
import '../../renderer/features/restart/RestartDialog.tsx'
import '../../renderer/features/schedules/SchedulesPage.tsx'
import '../../renderer/features/server-settings/ServerSettingsArea.tsx'
import '../../renderer/features/servers/Banners.tsx'
import '../../renderer/features/servers/LiveView.tsx'
import '../../renderer/features/servers/PowerQuestion.tsx'
import '../../renderer/parts/servers/ServerMenu.tsx'
import '../../renderer/features/settings/SettingsPage.tsx'
import '../../renderer/features/keys/Welcome.tsx'
import '../../renderer/features/allocations/NetworkArea.tsx'
import '../../renderer/features/users/UsersArea.tsx'
import { act, render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
// What the window loads late is here at once, so that no test waits for it to be compiled.
import { Root } from '../../renderer/app/App.tsx'
import { createClient } from '../../renderer/state/client.ts'
import type { ServerView } from '../../shared/model/server-schema.ts'
import type { AppState } from '../../shared/state/state-schema.ts'
import { type Calls, createFakeBridge } from './fake-bridge.ts'

/**
 * The whole window on a fake bridge that gives these answers, with a person at it.
 * @param early what happens before the window knows anything
 */
export async function openWindow(state: AppState, answers: Partial<Calls> = {}, early = () => {}) {
  const bridge = createFakeBridge(state, answers)
  const client = createClient(bridge)
  render(<Root client={client} />)
  early()
  await act(() => client.mirror.ask())
  // What is loaded late has its turn.
  await act(async () => {})
  return {
    bridge,
    client,
    user: userEvent.setup(),
    /** Changes the state behind the window and lets the window follow. */
    update: (change: (before: AppState) => AppState) => act(async () => bridge.update(change)),
    /** Changes one server. */
    updateServer: (server: ServerView, more: Partial<ServerView>) =>
      act(async () =>
        bridge.update((before) => ({
          ...before,
          servers: { ...before.servers, [server.ref]: { ...server, ...more } },
        })),
      ),
  }
}
