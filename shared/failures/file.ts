import { byPerson, notFound, notSent, notSentByPerson, refused, undecided } from './failure.ts'

/** Failures of the files of servers. */
export const fileFailures = {
  'file-not-found': notFound(
    'There is no such file or folder on the server.',
    'Read the folder again: somebody may have moved or deleted it.',
  ),
  'file-exists': byPerson('There is a file or folder with that name already.', 'Choose another name.'),
  'file-denied': byPerson(
    'The panel keeps this file from being changed or read.',
    'Your host protects it for this kind of game. Ask there if it has to change.',
  ),
  'file-refused': byPerson(
    'The server’s machine refused to do that with this file.',
    'Look at the file on the server’s page in the panel.',
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
    'Some machines fetch only what an address leads to directly, and nothing from a private network. Open it in your browser and copy the address of the download itself, or download it here and upload it.',
  ),
}

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
