import { expect, test } from 'vitest';
import { withStylesAgain } from './load-styles-again.ts';

test('a style sheet that failed is forgotten, and so is its link', () => {
  const code = `preload.then(() => {}, (err) => {\n\t\tseen[href] = void 0;\n\t\tthrow err; });
    if (e.type === "error") rej(new Error("gone")); else res(e);`;
  expect(withStylesAgain(code)).toContain('(err) => { delete seen[href];');
  expect(withStylesAgain(code)).toContain('if (e.type === "error") link.remove(), rej(new Error("gone"));');
});

test('a preloading that is written otherwise is noticed', () => {
  expect(() => withStylesAgain('const seen = new Set();')).toThrow("Vite's preloading has nothing like");
});
