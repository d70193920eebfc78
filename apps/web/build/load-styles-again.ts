import type { Plugin } from 'vite';

/** How Vite's preloading remembers a style sheet that failed, and where it learns of it, with what we write there instead. */
const CHANGES = [
  [/\(err\) => \{\s*seen\[href\] = void 0;/, '(err) => { delete seen[href];'],
  [/if \(e\.type === "error"\) rej\(/, 'if (e.type === "error") link.remove(), rej('],
] as const;

/**
 * Has a style sheet that failed to load loaded again with the code that needs it. Vite takes it for loaded, so that a dialog whose
 * idle loading was cut off would be drawn without its style, as long as the page stays.
 */
export const loadStylesAgain: Plugin = {
  name: 'load-styles-again',
  apply: 'build',
  transform: { filter: { id: /vite\/preload-helper/ }, handler: (code) => withStylesAgain(code) },
};

/** Throws if Vite preloads differently: then look whether that still is necessary. */
export function withStylesAgain(code: string): string {
  return CHANGES.reduce((changed, [pattern, replacement]) => {
    if (!pattern.test(changed)) throw new Error(`Vite's preloading has nothing like ${pattern}`);
    return changed.replace(pattern, replacement);
  }, code);
}
