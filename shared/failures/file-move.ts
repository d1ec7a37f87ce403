import { byPerson, notSent, notSentByPerson, refused, undecided } from './failure.ts'

/** Failures of what is moved between servers and this computer, and of what is kept here of their files. */
export const fileMoveFailures = {
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
    'There was nothing in it that can be uploaded.',
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
    'Save the file in your editor again. If that does not help, choose “Drop my changes” and open it anew.',
  ),
  'editor-file-gone': notSent(
    'This file is no longer open from here, so nothing was saved.',
    'Open it in your editor again.',
  ),
  'editor-file-busy': notSent(
    'This file is being saved already.',
    'Wait until that is done. If your editor saved it again meanwhile, you are asked about that then.',
  ),
}
