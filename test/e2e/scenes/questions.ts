import { quitWords, quitWordsOf } from '../../../electron/app/quit/quit-guard.ts'
import { dropWords } from '../../../electron/files/drops.ts'
import { sizeOfQuestion } from '../../../electron/windows/questions.ts'
import { rootPath } from '../../../shared/files/files.ts'
import { signalEffect } from '../../../shared/model/power.ts'
import type { Question } from '../../../shared/model/question-schema.ts'
import { appState } from '../../fixtures/app-state.ts'
import { planStep, planView, restartChoices } from '../../fixtures/plan-view.ts'
import { serverView } from '../../fixtures/server-view.ts'
import { type Scene, type Shown, the } from './world.ts'

const id = 'question-1'
const scene = (name: string, question: Omit<Question, 'id'>, ...alsoShows: Shown[]): Scene => ({
  name,
  state: appState({ questions: [{ ...question, id }] }),
  hash: `#${id}`,
  size: sizeOfQuestion(question),
  shows: [question.message, the('button', question.yes), ...alsoShows],
})

const address = 'https://wiki.example.com/plugins/survival/errors?code=1217&from=console'
const dropped = ['plugin.jar', 'plugin.yml', 'textures'].map((name) => `/home/you/Downloads/${name}`)
const planned = Array.from({ length: 9 }, (_, i) => `Restart of Survival ${i + 1} at 03:0${i}`)

const counting = planView({ choices: restartChoices({ cancelText: 'say no restart' }), steps: [planStep()] })
const warned = quitWordsOf(appState({ servers: [serverView()], plans: [counting] }))

/** What the app asks in small windows of their own. */
export const questionScenes: readonly Scene[] = [
  scene('question-kill', { message: 'Kill Survival?', detail: signalEffect.kill, yes: 'Kill', look: 'bad' }),
  scene('question-stop-long-name', {
    message: 'Stop Survival of the friends of the old valley (Frankfurt, second machine)?',
    detail: signalEffect.stop,
    yes: 'Stop',
    look: 'bad',
  }),
  scene('question-link', {
    message: 'Open a page of wiki.example.com in your browser?',
    detail: `${address}\n\nIt appeared in the server’s output. Open it only if you know where it leads.`,
    yes: 'Open',
    look: 'plain',
  }),
  scene('question-drop', dropWords(dropped, 'Survival', rootPath), /From .home.you.Downloads:/),
  scene('question-quit', { ...quitWords([], planned.slice(0, 1)), yes: 'Quit', look: 'bad' }),
  scene('question-quit-warned', { ...warned, yes: 'Quit', look: 'bad' }),
  scene('question-quit-unsaved', {
    ...quitWords([], [], ['/server.properties of Survival', '/plugins/Essentials/config.yml of Arena']),
    yes: 'Quit',
    look: 'bad',
  }),
  scene('question-quit-many', { ...quitWords(['Stop of Arena'], planned), yes: 'Quit', look: 'bad' }, /Stop of Arena/),
]
