import { byPerson, notFound, notSentByPerson, undecided } from './failure.ts'

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
