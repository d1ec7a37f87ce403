import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, expectTypeOf, test } from 'vitest'
import type { z } from 'zod'
import type { Certificate, CertificateReason, Fingerprint, TrustedCertificate } from '../../../shared/certificate.ts'
import type * as certificate from '../../../shared/certificate-schema.ts'
import type * as error from '../../../shared/error-schema.ts'
import type { AppError, ErrorCode } from '../../../shared/errors.ts'
import type { AccountKey, AccountKeyHere, AccountKeys, RotationEnd, SshKey } from '../../../shared/model/account.ts'
import type * as account from '../../../shared/model/account-schema.ts'
import type { ActivityEntry, PanelScheduleDeed } from '../../../shared/model/activity.ts'
import type * as activity from '../../../shared/model/activity-schema.ts'
import type { KeyHealth, KeyView, VaultBackendName } from '../../../shared/model/api-key.ts'
import type * as apiKey from '../../../shared/model/api-key-schema.ts'
import type { AreaId, RememberedArea } from '../../../shared/model/area.ts'
import type * as area from '../../../shared/model/area-schema.ts'
import type {
  Backup,
  BackupAct,
  BackupId,
  BackupList,
  BackupState,
  BackupsOfServer,
} from '../../../shared/model/backup.ts'
import type { BackupDays, BackupHealth } from '../../../shared/model/backup-health.ts'
import type * as backupHealth from '../../../shared/model/backup-health-schema.ts'
import type {
  BackupRequest,
  BackupRun,
  BackupRunPhase,
  DownloadPhase,
  DownloadView,
} from '../../../shared/model/backup-run.ts'
import type * as backupRun from '../../../shared/model/backup-run-schema.ts'
import type * as backup from '../../../shared/model/backup-schema.ts'
import type { BudgetView } from '../../../shared/model/budget.ts'
import type * as budget from '../../../shared/model/budget-schema.ts'
import type { BulkItem, BulkOutcome, BulkView, BulkWork } from '../../../shared/model/bulk.ts'
import type * as bulk from '../../../shared/model/bulk-schema.ts'
import type { ConsoleEntry, ConsoleView } from '../../../shared/model/console.ts'
import type { ConsoleLine, ConsoleStream } from '../../../shared/model/console-line.ts'
import type * as consoleLine from '../../../shared/model/console-line-schema.ts'
import type * as console from '../../../shared/model/console-schema.ts'
import type {
  Database,
  DatabaseAct,
  DatabaseEdit,
  DatabaseList,
  DatabasesOfServer,
} from '../../../shared/model/database.ts'
import type * as database from '../../../shared/model/database-schema.ts'
import type {
  Compressed,
  FileAct,
  FileEnd,
  FileEntry,
  FileList,
  FileName,
  FilePath,
  FileReading,
  FileStamp,
  FileWork,
  FileWriting,
  FolderOfServer,
  Pulled,
  ResolvedUrl,
  SftpAddress,
  TextEncoding,
  TextFormat,
} from '../../../shared/model/file.ts'
import type {
  ExistingChoice,
  FileMove,
  FileMovePhase,
  KeptVersion,
  LeftOutFile,
  LeftOutReason,
  OwnEdit,
  OwnEditPhase,
  OwnMerge,
  OwnSides,
  UploadOffer,
} from '../../../shared/model/file-move.ts'
import type * as fileMove from '../../../shared/model/file-move-schema.ts'
import type * as file from '../../../shared/model/file-schema.ts'
import type {
  Handed,
  HandedFinding,
  HandedLook,
  HandedPart,
  HandedStage,
  HandedView,
  HandoverPhase,
  HandoverPreview,
  PreviewPart,
  TakenBack,
} from '../../../shared/model/handed.ts'
import type * as handed from '../../../shared/model/handed-schema.ts'
import type { HandoverLoss } from '../../../shared/model/handover.ts'
import type { KeyId, PanelId, ServerIdentifier, ServerRef } from '../../../shared/model/identifier.ts'
import type * as identifier from '../../../shared/model/identifier-schema.ts'
import type { KeepRule, KeepRun } from '../../../shared/model/keep-rule.ts'
import type * as keepRule from '../../../shared/model/keep-rule-schema.ts'
import type { LeftOut } from '../../../shared/model/left-out.ts'
import type * as leftOut from '../../../shared/model/left-out-schema.ts'
import type { HistorySpan, LoadPoint } from '../../../shared/model/load-history.ts'
import type * as loadHistory from '../../../shared/model/load-history-schema.ts'
import type { Notice } from '../../../shared/model/notice.ts'
import type * as notice from '../../../shared/model/notice-schema.ts'
import type { Dialect, PanelKind, PanelView } from '../../../shared/model/panel.ts'
import type {
  AccountActivityKind,
  ActivityActor,
  ActivityDetail,
  ActivityKind,
  PanelActivityLine,
  PanelActivityPage,
} from '../../../shared/model/panel-activity.ts'
import type * as panelActivity from '../../../shared/model/panel-activity-schema.ts'
import type {
  PanelCron,
  PanelSchedule,
  PanelScheduleAct,
  PanelScheduleChange,
  PanelScheduleEdit,
  PanelScheduleList,
  PanelSchedulesOfServer,
  PanelTask,
  PanelTaskAction,
  PanelTaskEdit,
} from '../../../shared/model/panel-schedule.ts'
import type * as panelSchedule from '../../../shared/model/panel-schedule-schema.ts'
import type * as panel from '../../../shared/model/panel-schema.ts'
import type { Permission } from '../../../shared/model/permission.ts'
import type * as permission from '../../../shared/model/permission-schema.ts'
import type { Place } from '../../../shared/model/place.ts'
import type * as place from '../../../shared/model/place-schema.ts'
import type {
  GameId,
  PlayerCount,
  PlayersGame,
  PlayersOfServer,
  PlayersPreferences,
  PlayersTest,
  PlayersView,
} from '../../../shared/model/players.ts'
import type * as players from '../../../shared/model/players-schema.ts'
import type { Origin, PowerAction, PowerPhase, PowerSignal } from '../../../shared/model/power.ts'
import type * as power from '../../../shared/model/power-schema.ts'
import type {
  ConfirmPolicy,
  ConsoleLook,
  MuteChoice,
  Preferences,
  SavedCommand,
  StallMinutes,
} from '../../../shared/model/preferences.ts'
import type * as preferences from '../../../shared/model/preferences-schema.ts'
import type { Question } from '../../../shared/model/question.ts'
import type * as question from '../../../shared/model/question-schema.ts'
import type { ReinstallPhase, ReinstallRun } from '../../../shared/model/reinstall.ts'
import type * as reinstall from '../../../shared/model/reinstall-schema.ts'
import type {
  IdleStop,
  PlanPhase,
  PlanStep,
  PlanView,
  PlanWait,
  PlayersRule,
  RestartChoices,
  RestartWhen,
  Schedule,
  ScheduleView,
} from '../../../shared/model/restart.ts'
import type * as restart from '../../../shared/model/restart-schema.ts'
import type { RestoreMark, RestorePhase, RestoreView } from '../../../shared/model/restore.ts'
import type * as restore from '../../../shared/model/restore-schema.ts'
import type {
  Limits,
  Resources,
  ServerCondition,
  ServerState,
  ServerView,
  UnexpectedStop,
} from '../../../shared/model/server.ts'
import type {
  AllocationAct,
  AllocationReach,
  AllocationsOfServer,
  ServerAllocation,
  ServerAllocationList,
} from '../../../shared/model/server-allocation.ts'
import type * as serverAllocation from '../../../shared/model/server-allocation-schema.ts'
import type * as server from '../../../shared/model/server-schema.ts'
import type {
  Installation,
  PanelLimit,
  ServerPlace,
  ServerSettings,
  ServerSettingsAct,
  ServerWords,
  ServerWordsChange,
} from '../../../shared/model/server-settings.ts'
import type * as serverSettings from '../../../shared/model/server-settings-schema.ts'
import type {
  ServerUser,
  ServerUserAct,
  ServerUserChange,
  ServerUserList,
  ServerUsers,
} from '../../../shared/model/server-user.ts'
import type * as serverUser from '../../../shared/model/server-user-schema.ts'
import type { StartedBy } from '../../../shared/model/started-by.ts'
import type * as startedBy from '../../../shared/model/started-by-schema.ts'
import type {
  Startup,
  StartupAct,
  StartupImage,
  StartupOfServer,
  StartupVariable,
} from '../../../shared/model/startup.ts'
import type * as startup from '../../../shared/model/startup-schema.ts'
import type { Trend } from '../../../shared/model/trend.ts'
import type * as trend from '../../../shared/model/trend-schema.ts'
import type { UnsavedChange, UnsavedChangeOfPage } from '../../../shared/model/unsaved.ts'
import type * as unsaved from '../../../shared/model/unsaved-schema.ts'
import type { UpdateChoice, UpdateView } from '../../../shared/model/update.ts'
import type * as update from '../../../shared/model/update-schema.ts'
import type { WaitingChange } from '../../../shared/model/waiting-change.ts'
import type * as waitingChange from '../../../shared/model/waiting-change-schema.ts'
import type { AppState } from '../../../shared/state/state.ts'
import type { StatePatch } from '../../../shared/state/state-patch.ts'
import type * as state from '../../../shared/state/state-schema.ts'

/** What the schemas of a module let through, each under its name. */
type Parsed<M> = { -readonly [K in keyof M]: M[K] extends z.ZodType ? z.infer<M[K]> : never }

/** An intersection as one object type. */
type Flat<T> = { [K in keyof T]: T[K] }

/**
 * `satisfies` lets a schema forget an optional field, which would then be stripped at the boundary without a word. So
 * each type stands here beside its schema; `tsc -p test` fails where one is missing, or the two are not the same.
 */
const checks = {
  'certificate-schema.ts': () =>
    expectTypeOf<Parsed<typeof certificate>>().toEqualTypeOf<{
      fingerprintSchema: Fingerprint
      certificateReasonSchema: CertificateReason
      certificateSchema: Certificate
      trustedCertificateSchema: TrustedCertificate
    }>(),
  'error-schema.ts': () =>
    expectTypeOf<Parsed<typeof error>>().toEqualTypeOf<{ errorCodeSchema: ErrorCode; appErrorSchema: AppError }>(),
  'model/activity-schema.ts': () =>
    expectTypeOf<Parsed<typeof activity>>().toEqualTypeOf<{
      panelScheduleDeedSchema: PanelScheduleDeed
      activityEntrySchema: ActivityEntry
    }>(),
  'model/account-schema.ts': () =>
    expectTypeOf<Parsed<typeof account>>().toEqualTypeOf<{
      accountKeyIdentifierSchema: AccountKey['identifier']
      accountKeySchema: Flat<AccountKey>
      accountKeyHereSchema: AccountKeyHere
      accountKeysSchema: AccountKeys
      fingerprintOfSshSchema: SshKey['fingerprint']
      sshKeySchema: SshKey
      newSshKeySchema: { name: string; publicKey: string }
      rotationEndSchema: RotationEnd
    }>(),
  'model/panel-activity-schema.ts': () =>
    expectTypeOf<Parsed<typeof panelActivity>>().toEqualTypeOf<{
      accountActivityKindSchema: AccountActivityKind
      activityKindSchema: ActivityKind
      activityLineIdSchema: PanelActivityLine['id']
      activityActorSchema: ActivityActor
      activityDetailSchema: ActivityDetail
      panelActivityLineSchema: PanelActivityLine
      panelActivityPageSchema: PanelActivityPage
    }>(),
  'model/started-by-schema.ts': () =>
    expectTypeOf<Parsed<typeof startedBy>>().toEqualTypeOf<{ startedBySchema: StartedBy }>(),
  'model/api-key-schema.ts': () =>
    expectTypeOf<Parsed<typeof apiKey>>().toEqualTypeOf<{
      vaultBackendSchema: VaultBackendName
      keyHealthSchema: KeyHealth
      keyViewSchema: KeyView
      keyLabelSchema: KeyView['label']
    }>(),
  'model/budget-schema.ts': () => expectTypeOf<Parsed<typeof budget>>().toEqualTypeOf<{ budgetSchema: BudgetView }>(),
  'model/bulk-schema.ts': () =>
    expectTypeOf<Parsed<typeof bulk>>().toEqualTypeOf<{
      bulkWorkSchema: BulkWork
      bulkPaceSchema: BulkView['staggerMs']
      bulkIdSchema: BulkView['id']
      bulkOutcomeSchema: BulkOutcome
      bulkItemSchema: BulkItem
      bulkRefsSchema: ServerRef[]
      bulkViewSchema: BulkView
    }>(),
  'model/console-line-schema.ts': () =>
    expectTypeOf<Parsed<typeof consoleLine>>().toEqualTypeOf<{
      consoleLineSchema: ConsoleLine
      consoleStreamSchema: ConsoleStream
    }>(),
  'model/console-schema.ts': () =>
    expectTypeOf<Parsed<typeof console>>().toEqualTypeOf<{
      consoleCommandSchema: ConsoleEntry['command']
      consoleEntrySchema: ConsoleEntry
      consoleViewSchema: ConsoleView
    }>(),
  'model/handed-schema.ts': () =>
    expectTypeOf<Parsed<typeof handed>>().toEqualTypeOf<{
      handoverPhaseSchema: HandoverPhase
      handedStageSchema: HandedStage
      handedFindingSchema: HandedFinding
      handedPartSchema: HandedPart
      handedSchema: Handed
      handedViewSchema: HandedView
      handoverLossSchema: HandoverLoss
      previewPartSchema: PreviewPart
      handoverPreviewSchema: HandoverPreview
      handedLookSchema: HandedLook
      takenBackSchema: TakenBack
    }>(),
  'model/identifier-schema.ts': () =>
    expectTypeOf<Parsed<typeof identifier>>().toEqualTypeOf<{
      serverIdentifierSchema: ServerIdentifier
      panelIdSchema: PanelId
      keyIdSchema: KeyId
      serverRefSchema: ServerRef
    }>(),
  'model/left-out-schema.ts': () => expectTypeOf<Parsed<typeof leftOut>>().toEqualTypeOf<{ leftOutSchema: LeftOut }>(),
  'model/notice-schema.ts': () =>
    expectTypeOf<Parsed<typeof notice>>().toEqualTypeOf<{ noticeIdSchema: Notice['id']; noticeSchema: Notice }>(),
  'model/question-schema.ts': () =>
    expectTypeOf<Parsed<typeof question>>().toEqualTypeOf<{
      questionIdSchema: Question['id']
      questionSchema: Question
    }>(),
  'model/server-allocation-schema.ts': () =>
    expectTypeOf<Parsed<typeof serverAllocation>>().toEqualTypeOf<{
      allocationIdSchema: ServerAllocation['id']
      allocationNotesSchema: ServerAllocation['notes']
      allocationReachSchema: AllocationReach
      serverAllocationSchema: ServerAllocation
      serverAllocationListSchema: ServerAllocationList
      allocationActSchema: AllocationAct
      allocationsOfServerSchema: Flat<AllocationsOfServer>
    }>(),
  'model/waiting-change-schema.ts': () =>
    expectTypeOf<Parsed<typeof waitingChange>>().toEqualTypeOf<{ waitingChangeSchema: WaitingChange }>(),
  'model/startup-schema.ts': () =>
    expectTypeOf<Parsed<typeof startup>>().toEqualTypeOf<{
      startupKeySchema: StartupVariable['key']
      startupImageNameSchema: StartupImage['image']
      startupVariableSchema: StartupVariable
      startupImageSchema: StartupImage
      startupActSchema: StartupAct
      startupSchema: Startup
      startupOfServerSchema: Flat<StartupOfServer>
      seenStartupChangeSchema: { key: string; value: string; seen: string } | { key: null; value: string; seen: string }
    }>(),
  'model/panel-schema.ts': () =>
    expectTypeOf<Parsed<typeof panel>>().toEqualTypeOf<{
      panelKindSchema: PanelKind
      dialectSchema: Dialect
      panelViewSchema: PanelView
    }>(),
  'model/area-schema.ts': () =>
    expectTypeOf<Parsed<typeof area>>().toEqualTypeOf<{
      areaIdSchema: AreaId
      rememberedAreaSchema: RememberedArea
    }>(),
  'model/permission-schema.ts': () =>
    expectTypeOf<Parsed<typeof permission>>().toEqualTypeOf<{ permissionSchema: Permission }>(),
  'model/place-schema.ts': () => expectTypeOf<Parsed<typeof place>>().toEqualTypeOf<{ placeSchema: Place }>(),
  'model/players-schema.ts': () =>
    expectTypeOf<Parsed<typeof players>>().toEqualTypeOf<{
      gameIdSchema: GameId
      playerCountSchema: PlayerCount
      portSchema: number
      playersViewSchema: PlayersView
      playersGameSchema: PlayersGame
      playersTestSchema: PlayersTest
      playersOfServerSchema: PlayersOfServer
      playersPreferencesSchema: PlayersPreferences
    }>(),
  'model/power-schema.ts': () =>
    expectTypeOf<Parsed<typeof power>>().toEqualTypeOf<{
      powerSignalSchema: PowerSignal
      originSchema: Origin
      powerPhaseSchema: PowerPhase
      powerActionSchema: PowerAction
    }>(),
  'model/preferences-schema.ts': () =>
    expectTypeOf<Parsed<typeof preferences>>().toEqualTypeOf<{
      muteChoiceSchema: MuteChoice
      stallMinutesSchema: StallMinutes
      consoleLookSchema: ConsoleLook
      savedCommandIdSchema: SavedCommand['id']
      savedCommandSchema: SavedCommand
      confirmPolicySchema: ConfirmPolicy
      appearanceSchema: Preferences['appearance']
      hourCycleSchema: Preferences['hourCycle']
      quietKindsSchema: Preferences['quietKinds']
      shortcutSchema: Preferences['globalShortcut']
      preferencesSchema: Preferences
    }>(),
  'model/restart-schema.ts': () =>
    expectTypeOf<Parsed<typeof restart>>().toEqualTypeOf<{
      timeSchema: number
      warningsSchema: RestartChoices['warnings']
      restartChoicesSchema: RestartChoices
      restartWhenSchema: RestartWhen
      planIdSchema: PlanView['id']
      planPhaseSchema: PlanPhase
      planStepSchema: PlanStep
      planWaitSchema: PlanWait
      playersRuleSchema: PlayersRule
      scheduleIdSchema: Schedule['id']
      planViewSchema: PlanView
      timeOfDaySchema: Schedule['time']
      timeZoneSchema: Schedule['timeZone']
      scheduleSchema: Schedule
      idleStopSchema: IdleStop
      scheduleViewSchema: ScheduleView
    }>(),
  'model/backup-schema.ts': () =>
    expectTypeOf<Parsed<typeof backup>>().toEqualTypeOf<{
      backupIdSchema: BackupId
      backupStateSchema: BackupState
      backupSchema: Backup
      backupListSchema: BackupList
      backupActSchema: BackupAct
      backupsOfServerSchema: Flat<BackupsOfServer>
      backupNameSchema: Backup['name']
    }>(),
  'model/keep-rule-schema.ts': () =>
    expectTypeOf<Parsed<typeof keepRule>>().toEqualTypeOf<{
      keepRuleSchema: KeepRule
      keepRunSchema: KeepRun
    }>(),
  'model/backup-health-schema.ts': () =>
    expectTypeOf<Parsed<typeof backupHealth>>().toEqualTypeOf<{
      backupHealthSchema: BackupHealth
      backupDaysSchema: BackupDays
    }>(),
  'model/backup-run-schema.ts': () =>
    expectTypeOf<Parsed<typeof backupRun>>().toEqualTypeOf<{
      backupRunPhaseSchema: BackupRunPhase
      backupRunSchema: BackupRun
      backupRequestSchema: BackupRequest
      downloadIdSchema: DownloadView['id']
      downloadPhaseSchema: DownloadPhase
      downloadViewSchema: DownloadView
    }>(),
  'model/panel-schedule-schema.ts': () =>
    expectTypeOf<Parsed<typeof panelSchedule>>().toEqualTypeOf<{
      panelScheduleIdSchema: PanelSchedule['id']
      panelCronSchema: PanelCron
      panelTaskActionSchema: PanelTaskAction
      panelTaskSchema: PanelTask
      panelScheduleSchema: PanelSchedule
      panelScheduleListSchema: PanelScheduleList
      panelScheduleActSchema: PanelScheduleAct
      panelSchedulesOfServerSchema: Flat<PanelSchedulesOfServer>
      panelScheduleEditSchema: PanelScheduleEdit
      seenScheduleEditSchema: PanelScheduleEdit
      panelScheduleChangeSchema: PanelScheduleChange
      taskPlaceSchema: number
      panelTaskEditSchema: Flat<PanelTaskEdit>
    }>(),
  'model/file-move-schema.ts': () =>
    expectTypeOf<Parsed<typeof fileMove>>().toEqualTypeOf<{
      moveIdSchema: FileMove['id']
      fileMovePhaseSchema: FileMovePhase
      leftOutReasonSchema: LeftOutReason
      leftOutFileSchema: LeftOutFile
      fileMoveSchema: FileMove
      uploadOfferSchema: UploadOffer
      existingChoiceSchema: ExistingChoice
      keptVersionSchema: KeptVersion
      ownEditPhaseSchema: OwnEditPhase
      ownEditSchema: OwnEdit
      ownMergeSchema: OwnMerge
      ownSidesSchema: OwnSides
    }>(),
  'model/file-schema.ts': () =>
    expectTypeOf<Parsed<typeof file>>().toEqualTypeOf<{
      fileNameSchema: FileName
      plainNameSchema: FileName
      filePathSchema: FilePath
      fileModeSchema: string
      fileStampSchema: FileStamp
      fileEntrySchema: FileEntry
      fileListSchema: FileList
      fileActSchema: FileAct
      folderOfServerSchema: Flat<FolderOfServer>
      textEncodingSchema: TextEncoding
      textFormatSchema: TextFormat
      fileReadingSchema: FileReading
      fileEndSchema: FileEnd
      fileWritingSchema: FileWriting
      fileWorkSchema: FileWork
      compressedSchema: Flat<Compressed>
      resolvedUrlSchema: ResolvedUrl
      pulledSchema: Pulled
      sftpAddressSchema: SftpAddress
    }>(),
  'model/reinstall-schema.ts': () =>
    expectTypeOf<Parsed<typeof reinstall>>().toEqualTypeOf<{
      reinstallPhaseSchema: ReinstallPhase
      reinstallRunSchema: ReinstallRun
    }>(),
  'model/restore-schema.ts': () =>
    expectTypeOf<Parsed<typeof restore>>().toEqualTypeOf<{
      restoreIdSchema: RestoreView['id']
      restorePhaseSchema: RestorePhase
      restoreMarkSchema: RestoreMark
      restoreViewSchema: RestoreView
    }>(),
  'model/server-schema.ts': () =>
    expectTypeOf<Parsed<typeof server>>().toEqualTypeOf<{
      serverStateSchema: ServerState
      serverConditionSchema: ServerCondition
      resourcesSchema: Resources
      limitsSchema: Limits
      unexpectedStopSchema: UnexpectedStop
      serverViewSchema: ServerView
    }>(),
  'model/database-schema.ts': () =>
    expectTypeOf<Parsed<typeof database>>().toEqualTypeOf<{
      databaseIdSchema: Database['id']
      databaseSchema: Database
      databaseListSchema: DatabaseList
      databaseActSchema: DatabaseAct
      databasesOfServerSchema: Flat<DatabasesOfServer>
      databaseEditSchema: DatabaseEdit
      databasePasswordSchema: string
    }>(),
  'model/server-user-schema.ts': () =>
    expectTypeOf<Parsed<typeof serverUser>>().toEqualTypeOf<{
      serverUserIdSchema: ServerUser['id']
      userEmailSchema: ServerUser['email']
      accountPermissionsSchema: ServerUser['permissions']
      serverUserSchema: ServerUser
      serverUserListSchema: ServerUserList
      serverUserActSchema: ServerUserAct
      serverUsersSchema: Flat<ServerUsers>
      serverUserChangeSchema: ServerUserChange
    }>(),
  'model/server-settings-schema.ts': () =>
    expectTypeOf<Parsed<typeof serverSettings>>().toEqualTypeOf<{
      installationSchema: Installation
      panelLimitSchema: PanelLimit
      seenWordsSchema: ServerWords
      serverWordsSchema: ServerWords
      serverSettingsActSchema: ServerSettingsAct
      serverPlaceSchema: ServerPlace
      serverSettingsSchema: Flat<ServerSettings>
      serverWordsChangeSchema: ServerWordsChange
    }>(),
  'model/load-history-schema.ts': () =>
    expectTypeOf<Parsed<typeof loadHistory>>().toEqualTypeOf<{
      historySpanSchema: HistorySpan
      loadPointSchema: LoadPoint
      historySchema: { points: LoadPoint[] }
    }>(),
  'model/trend-schema.ts': () => expectTypeOf<Parsed<typeof trend>>().toEqualTypeOf<{ trendSchema: Trend }>(),
  'model/unsaved-schema.ts': () =>
    expectTypeOf<Parsed<typeof unsaved>>().toEqualTypeOf<{
      unsavedChangeSchema: UnsavedChange
      unsavedChangeOfPageSchema: Flat<UnsavedChangeOfPage>
    }>(),
  'model/update-schema.ts': () =>
    expectTypeOf<Parsed<typeof update>>().toEqualTypeOf<{
      updateChoiceSchema: UpdateChoice
      updateViewSchema: UpdateView
    }>(),
  'state/state-schema.ts': () =>
    expectTypeOf<Parsed<typeof state>>().toEqualTypeOf<{
      appStateSchema: Flat<AppState>
      statePatchSchema: Flat<StatePatch>
    }>(),
}

test('every module of schemas is compared with its types', () => {
  const shared = fileURLToPath(new URL('../../../shared/', import.meta.url))
  const modules = globSync('**/*-schema.ts', { cwd: shared }).map((path) => path.replaceAll('\\', '/'))
  expect(Object.keys(checks).sort()).toEqual(modules.sort())
})
