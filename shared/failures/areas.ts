import { byPerson, notFound, notSent, notSentByPerson, refused, undecided } from './failure.ts'

/** Failures of what a panel keeps of a server. */
export const areaFailures = {
  // Failures of backups, and of the panel's own schedules.
  'not-on-panel': byPerson('This panel doesn’t offer that to other programs.', 'Look for it on the panel’s own pages.'),
  'backup-not-found': notFound('The panel no longer has this backup.', 'Look at the server’s backups again.'),
  'backup-limit': byPerson(
    'The server has as many backups as its panel allows.',
    'Delete one that is no longer needed, then try again.',
  ),
  'backups-off': byPerson('This server may have no backups.', 'Ask your host to allow some.'),
  'backup-locked': byPerson('This backup is locked, so the panel doesn’t delete it.', 'Unlock it first.'),
  'backup-not-good': byPerson(
    'This backup did not finish well, so it can’t be used.',
    'Choose one that is marked as good.',
  ),
  'backup-failed': refused(
    'The backup failed on the server’s machine.',
    'Try again. If it keeps failing, ask your host about free space and the backup storage.',
  ),
  'backup-not-seen': undecided(
    'The backup started, but Servertray could not tell whether it finished.',
    'Look at the server’s backups again.',
  ),
  'backup-running': notSent('A backup of this server is being made already.', 'Wait until it is done.'),
  'keep-rule-stopped': notSent(
    'The keep rule could not delete an old backup.',
    'Look at the server’s backups, then try again.',
  ),
  'save-failed': notSent(
    'The server could not be told to save first, so no backup was made.',
    'Check the console, or back up without saving first.',
  ),
  'download-running': notSent('This backup is being downloaded already.', 'Wait until it is done, or cancel it first.'),
  'download-unsafe': byPerson(
    'The panel gave an unsafe address for the download, so nothing was asked there.',
    'Tell your host: downloads need https. A private address works only if the panel is on the same network.',
  ),
  'download-refused': refused(
    'The server’s machine refused the download.',
    'Try again. If it keeps refusing, download it in the panel, and tell your host.',
  ),
  'download-wrong': refused(
    'The downloaded file doesn’t match the backup’s size or checksum.',
    'It was kept under a name that ends in .part. Download it again.',
  ),
  'disk-full': notSentByPerson(
    'There is not enough free space for this file.',
    'Free some space or choose another folder, then try again.',
  ),
  'server-not-offline': notSent(
    'The server was not seen offline, so nothing was restored.',
    'Stop the server, wait until it is offline, then try again.',
  ),
  'restore-failed': refused(
    'The restore failed on the server’s machine.',
    'Look at the server’s files and its page in the panel before you start it.',
  ),
  'restore-not-seen': undecided(
    'The restore started, but Servertray could not tell whether it finished.',
    'Look at the server’s activity in the panel before you start it.',
  ),
  'schedule-not-found': notFound('The panel no longer has this schedule.', 'Look at the schedules on the panel again.'),
  // Failures of the files of servers.
  'file-not-found': notFound(
    'There is no such file or folder on the server.',
    'Read the folder again: somebody may have moved or deleted it.',
  ),
  'file-exists': byPerson('There is a file or folder with that name already.', 'Choose another name.'),
  'file-denied': byPerson(
    'The panel protects this file, so it can’t be read or changed.',
    'It does so for this kind of game. Ask your host if the file has to change.',
  ),
  'file-is-folder': byPerson('This is a folder, not a file.', 'Open it to see what is in it.'),
  'file-refused': byPerson(
    'The server’s machine refused to do that with this file.',
    'Read the folder again. If it is refused once more, ask your host.',
  ),
  'file-too-large': byPerson('This file is too large for that.', 'Download it instead.'),
  'file-in-use': byPerson('A file that would be overwritten is in use.', 'Stop the server, then try again.'),
  'file-no-text': byPerson('This is not a text file.', 'Download it instead.'),
  'archive-unknown': byPerson(
    'The server’s machine can’t unpack this kind of file.',
    'Use an archive such as .zip or .tar.gz.',
  ),
  'server-disk-full': byPerson(
    'There is not enough free space on the server.',
    'Delete what is no longer needed there, then try again.',
  ),
  'text-unencodable': notSentByPerson(
    'The text has characters that the file’s encoding does not have, so nothing was saved.',
    'Take them out, or save the file as UTF-8.',
  ),
  'write-broken': undecided(
    'The save was cut off, so the file on the server may be incomplete.',
    'Keep your text, look at the file, then save it again.',
  ),
  'pull-not-seen': undecided(
    'The panel took the address, but no file came.',
    'Some machines follow no redirects and fetch nothing from private networks. Copy the address of the download itself, or download the file here and upload it.',
  ),
  // Failures of what is moved between servers and this computer, and of what is kept here of their files.
  'transfer-running': notSent('This is being downloaded already.', 'Wait until it is done, or cancel it first.'),
  'archive-not-seen': undecided(
    'The server’s machine was asked for an archive, but the folder does not show one.',
    'Read the folder again. Once the archive is there, download it, then delete it.',
  ),
  'archive-left': byPerson(
    'It was downloaded, but its archive could not be deleted on the server.',
    'Delete the archive there.',
  ),
  'upload-unsafe': notSentByPerson(
    'The panel gave an unsafe address for the upload, so nothing was sent there.',
    'Tell your host: uploads need https. A private address works only if the panel is on the same network.',
  ),
  'upload-refused': refused(
    'The server’s machine refused the upload.',
    'Try again. If it keeps refusing, upload it in the panel, and tell your host.',
  ),
  'upload-too-large': byPerson(
    'A file is larger than the server’s machine takes.',
    'Upload it by SFTP, or ask your host for a higher limit.',
  ),
  'upload-broken': undecided(
    'The connection broke before the upload was complete.',
    'Look at the folder: the last files may be missing or incomplete. Then upload those again.',
  ),
  'upload-changed': notSent('A file was changed or taken away while it was uploaded.', 'Choose the files again.'),
  'upload-nothing': notSentByPerson(
    'Nothing you chose can be uploaded.',
    'Choose files, or folders with files in them.',
  ),
  'upload-too-many': notSentByPerson(
    'These are more files or folders than one upload takes.',
    'Put them into an archive, upload that, and decompress it on the server.',
  ),
  'unknown-upload': notSent('These files were chosen too long ago.', 'Choose them again.'),
  'version-gone': notSent('This version is no longer kept here.', 'Look at the file’s earlier versions again.'),
  'version-not-kept': notSentByPerson(
    'The earlier version could not be kept on this computer, so nothing was saved.',
    'Free some space on this computer, then save again.',
  ),
  'sftp-not-opened': notSentByPerson(
    'No program here opened the SFTP address.',
    'Choose “Copy the SFTP address”, and put it into your SFTP client.',
  ),
  'editor-not-opened': notSentByPerson(
    'No program for plain text could be opened.',
    'Edit the file here in Servertray, or choose a program for plain text in your system’s settings.',
  ),
  'editor-file-open': notSent(
    'This file is open in your editor already.',
    'Continue there, or choose “Done” beside it in the list first.',
  ),
  'editor-too-many-open': notSentByPerson(
    'Too many files are open in your editor from this app.',
    'In the files of their servers, choose “Done” beside one that you no longer need. Then try again.',
  ),
  'editor-copy-gone': notSentByPerson(
    'The copy that your editor had open is no longer on this computer, so nothing was saved.',
    'Save the file in your editor again. If that does not help, choose “Drop my changes” and open the file again.',
  ),
  'editor-file-gone': notSent(
    'This file is no longer open from here, so nothing was saved.',
    'Open it in your editor again.',
  ),
  'editor-file-busy': notSent(
    'This file is being saved already.',
    'Wait until that is done. If your editor saved it again meanwhile, you are asked about that then.',
  ),
  // Failures of the users of a server, and of its settings.
  'user-not-found': notFound('This person no longer has access to the server.', 'Look at the list of users again.'),
  'user-exists': byPerson('This person already has access.', 'Change their permissions in the list.'),
  'user-is-owner': byPerson(
    'This is the e-mail address of the server’s owner, who may do everything.',
    'Type another one.',
  ),
  'grant-lacking': byPerson(
    'You can only give permissions that your account has, so the panel changed nothing.',
    'Look at the list of users again, then choose only what your account may do itself.',
  ),
  'description-fixed': byPerson(
    'On this panel nobody can change the description of a server.',
    'Ask your host to change it.',
  ),
  'reinstall-failed': refused(
    'The install script failed on the server’s machine.',
    'Its console in the panel may tell why. Reinstall it again, or ask your host.',
  ),
  'reinstall-not-seen': undecided(
    'The reinstall started, but Servertray could not tell whether it finished.',
    'Look at the server in the panel before you start it.',
  ),
  // Failures of the databases of a server.
  'database-not-found': notFound('The panel no longer has this database.', 'Look at the server’s databases again.'),
  'database-limit': byPerson(
    'The server has as many databases as its panel allows.',
    'Delete one that is no longer needed, or ask your host for more.',
  ),
  'database-name-taken': byPerson('There is a database with this name already.', 'Choose another name.'),
  'database-no-host': byPerson(
    'The panel has no place for databases of this server.',
    'Ask your host for a database host.',
  ),
  'databases-off': byPerson(
    'Nobody can make databases on this panel: its administrator turned that off.',
    'Ask your host to make one.',
  ),
  'password-hidden': byPerson(
    'The panel doesn’t let your account see the passwords of databases.',
    'Ask the server’s owner to let you see them.',
  ),
  'clipboard-failed': notSent(
    'It couldn’t be copied to the clipboard.',
    'Try again. If this keeps failing, show the password and type it.',
  ),
  // Failures of the addresses of a server.
  'allocation-not-found': notFound('The server no longer has this address.', 'Look at the server’s addresses again.'),
  'allocation-primary': byPerson(
    'This is now the server’s primary address, which cannot be removed.',
    'Make another address the primary one first.',
  ),
  'allocations-off': byPerson('This panel doesn’t assign addresses by itself.', 'Ask your host for another address.'),
  'allocations-used-up': byPerson(
    'The server’s machine has no free address left.',
    'Ask your host for another address.',
  ),
}
