import { expect, test } from 'vitest'
import { nameInAddress, nameProblem } from '../../../../../../renderer/features/files/entries/names.ts'

const taken = new Set(['ops.json', 'world'])

test.each([
  ['', null],
  ['new.txt', null],
  ['my world', null],
  ['Größe.txt', null],
  ['own.txt', null],
  ['ops.json', 'There is a file or folder with that name already.'],
  ['a/b', 'A name can’t have a / in it.'],
  ['..', 'This name stands for a folder itself.'],
  ['.', 'This name stands for a folder itself.'],
  [' a', 'It has characters that can’t be seen, or a blank at an end.'],
  ['a ', 'It has characters that can’t be seen, or a blank at an end.'],
  ['a\u202eb', 'It has characters that can’t be seen, or a blank at an end.'],
  ['a\nb', 'It has characters that can’t be seen, or a blank at an end.'],
  ['a'.repeat(255), null],
  ['a'.repeat(256), 'This name is too long.'],
  ['ü'.repeat(128), 'This name is too long.'],
])('%j', (name, expected) => {
  expect(nameProblem(name, taken, 'own.txt')).toBe(expected)
})

test.each([
  ['https://files.example.com/mods/a.jar?sig=1#part', 'a.jar'],
  ['https://files.example.com/w%C3%B6rld%20two.zip', 'wörld two.zip'],
  ['https://files.example.com/..%2Fx', ''],
  ['https://files.example.com/%00', ''],
  ['https://files.example.com/%E0%A4%A', ''],
  ['https://files.example.com/', ''],
  ['https://', ''],
])('the file at %s is called “%s”', (address, name) => {
  expect(nameInAddress(address)).toBe(name)
})
