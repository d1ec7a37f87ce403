import { expect, test } from 'vitest'
import { languageOf } from '../../../../../../renderer/features/files/entries/file-words.ts'

test.each([
  ['server.properties', 'properties'],
  ['Server.INI', 'properties'],
  ['bukkit.yml', 'yaml'],
  ['spigot.yaml.bak', 'yaml'],
  ['paper.yml.2', 'yaml'],
  ['ops.json', 'json'],
  ['pack.mcmeta', 'json'],
  ['forge-server.toml', 'toml'],
  ['log4j2.xml', 'xml'],
  ['index.js', 'javascript'],
  ['init.lua', 'lua'],
  ['start.sh', 'shell'],
  ['latest.log', 'log'],
  ['.env', 'properties'],
  ['eula.txt', null],
  ['paper.jar', null],
  ['Makefile', null],
  ['', null],
  ['constructor.__proto__', null],
])('%s is %s', (name, expected) => {
  expect(languageOf(name)).toBe(expected)
})
