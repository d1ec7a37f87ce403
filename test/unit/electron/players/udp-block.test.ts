import { expect, it } from 'vitest'
import { blocksUdp, type UdpTry } from '../../../../electron/players/ask.ts'

const [a, b] = ['203.0.112.9', '203.0.112.10']
const silent = (address: string): UdpTry => ({ address, isSilent: true })
const heard = (address: string): UdpTry => ({ address, isSilent: false })

it.each<[string, UdpTry[], boolean]>([
  ['nothing was asked', [], false],
  ['one machine is silent', [silent(a)], false],
  ['one machine is silent at two ports', [silent(a), silent(a)], false],
  ['two machines are silent', [silent(a), silent(b)], true],
  ['one of them says something', [silent(a), heard(b)], false],
  ['one says something at another port', [silent(a), silent(b), heard(a)], false],
])('where %s', (_, tries, isBlocked) => {
  expect(blocksUdp(tries)).toBe(isBlocked)
})
