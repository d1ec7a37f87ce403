; What the app told Windows while it ran, which electron-builder's uninstaller does not know of. Each stands under the
; person's own part of the registry, and stays where an update only replaces the app.
!macro customUnInstall
  ${ifNot} ${isUpdated}
    ; Links as servertray://: app.setAsDefaultProtocolClient
    DeleteRegKey HKCU "Software\Classes\servertray"
    ; Start at login: app.setLoginItemSettings, under the app's own name, and what Task Manager keeps beside it
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Run" "app.servertray"
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Explorer\StartupApproved\Run" "app.servertray"
  ${endIf}
!macroend
