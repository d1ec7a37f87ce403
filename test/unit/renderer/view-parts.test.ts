import { expect, test } from 'vitest'
import { noCalls } from '../../../renderer/state/view/calls.ts'
import { noDialogs } from '../../../renderer/state/view/dialogs.ts'
import { firstNavigation } from '../../../renderer/state/view/navigation.ts'
import { noOpenServer } from '../../../renderer/state/view/open-server.ts'
import { closedPalette } from '../../../renderer/state/view/palette.ts'
import { firstList } from '../../../renderer/state/view/server-list.ts'
import { noServerPlaces } from '../../../renderer/state/view/server-places.ts'
import { nothingTold } from '../../../renderer/state/view/told.ts'
import { noUnsavedWork } from '../../../renderer/state/view/unsaved-work.ts'
import { createView } from '../../../renderer/state/view.ts'

test('each field of what a window shows is of one part alone', () => {
  const parts = [
    firstNavigation,
    firstList,
    noOpenServer,
    noServerPlaces,
    noDialogs,
    closedPalette,
    noUnsavedWork,
    noCalls,
    nothingTold,
  ]
  const fields = parts.flatMap((part) => Object.keys(part))
  expect(fields.toSorted()).toEqual(Object.keys(createView().getState()).toSorted())
})
