; What the app told Windows while it ran, which electron-builder's uninstaller does not know of. Each stands under the
; person's own part of the registry, and stays where an update only replaces the app.
!macro customUnInstall
  ${ifNot} ${isUpdated}
    ; Links as servertray://: app.setAsDefaultProtocolClient
    DeleteRegKey HKCU "Software\Classes\servertray"
    ; Start at login: app.setLoginItemSettings, under the app's own name, and what Task Manager keeps beside it
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Run" "app.servertray"
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Explorer\StartupApproved\Run" "app.servertray"
    ; Clicks on toasts: app.setToastActivatorCLSID, and the link that Electron makes in the person's own Start menu, which
    ; is a second one where the app was installed for all
    DeleteRegKey HKCU "Software\Classes\CLSID\{5D2F7B0E-8C41-4E0B-9A57-3E6C1B90D4A2}"
    SetShellVarContext current
    Delete "$SMPROGRAMS\Servertray.lnk"
    ${if} $installMode == "all"
      SetShellVarContext all
    ${endIf}
  ${endIf}
!macroend
