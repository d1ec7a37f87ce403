import { randomUUID } from 'node:crypto'
import { createCloneCodec } from '../structured-clone.ts'
import { createBridgeEndpoint } from './bridge-endpoint.ts'
import { tellContextMenus } from './context-menu.ts'
import type { PreloadConfig } from './preload-world.ts'
import { createPreloadHost } from './preload-world.ts'

/** The name Electron gives the preload's world. */
export const preloadWorld = 'Electron Isolated Context'
export const bindingName = 'standInToMain'
export const contextMenuName = 'standInContextMenu'
export const entryName = 'standInFromMain'

/** The scripts of one page, in the order they must be given to Chromium. */
export type PageScripts = {
  readonly page: string
  readonly preloadHost: string
  readonly preload: string
}

/**
 * The two worlds meet once, at the very start of a document: the preload's world sends the page's world a node that is
 * in no document, in an event with a random name. From then on they talk through that node.
 * @param code the preload script, CommonJS, which frames inside the page do not get
 */
export function pageScripts(code: string, config: PreloadConfig): PageScripts {
  const meeting = JSON.stringify(randomUUID())
  const guard = 'if (window !== window.top) return;'
  const page = `(() => {
    ${guard}
    const createEndpoint = ${createBridgeEndpoint};
    document.addEventListener(${meeting}, (event) => {
      event.stopImmediatePropagation();
      createEndpoint(event.relatedTarget, 'to-page', 'to-preload');
    }, { once: true, capture: true });
  })()`
  const preloadHost = `(() => {
    ${guard}
    const node = document.createElement('i');
    document.dispatchEvent(new MouseEvent(${meeting}, { relatedTarget: node }));
    const bridge = (${createBridgeEndpoint})(node, 'to-preload', 'to-page');
    const codec = (${createCloneCodec})();
    const tellMain = globalThis[${JSON.stringify(contextMenuName)}];
    (${tellContextMenus})(tellMain);
    globalThis.standInHost = (${createPreloadHost})(${JSON.stringify(config)}, bridge, codec);
  })()`
  const preload = `(() => {
    ${guard}
    const { require, process } = globalThis.standInHost;
    delete globalThis.standInHost;
    const module = { exports: {} };
    (function (require, module, exports, process, global) {\n${code}\n}).call(
      module.exports, require, module, module.exports, process, globalThis,
    );
  })()\n//# sourceURL=electron/preload`
  return { page, preloadHost, preload }
}
